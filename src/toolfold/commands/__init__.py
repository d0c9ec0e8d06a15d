"""The verbs of the command line, one module each.

A verb turns its arguments into lines and an exit status; only ``toolfold.cli`` prints, and no verb imports it.
"""
