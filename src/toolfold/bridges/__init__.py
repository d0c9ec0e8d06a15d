"""Where toolfold meets one ecosystem each: a file stands alone and imports its ecosystem's package only when called.

What needs no code of ours, since another library takes a reducer or a value as it is, has a page among the how-tos.
"""
