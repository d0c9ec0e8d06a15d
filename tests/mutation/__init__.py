"""Mutation testing of the fold: how it is run, the rows that kill most mutants, and the floor under its score.

A mutant is the fold with one small change in it; it is killed when a test fails for it. One that lives shows a line
that no test looks at, or a change that changes nothing (`equivalent.toml` says which, and why).
"""
