"""The fold itself: deltas, the rule table that says which call they mean, and the state they make.

This room knows no provider, no clock, no randomness and does no input or output. It imports only ``arguments``.
"""
