"""What argument text means: growing text, reading it while it grows, reading it strictly at the end.

Nothing in this room knows a call, a provider or a state; it imports only the standard library and pyrsistent.
"""
