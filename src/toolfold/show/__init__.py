"""What people and programs are shown: values in, lines of text out. Nothing in here reads or prints.

Text from a stream is hostile; whatever of it goes into a line for people goes through ``show.text``.
"""
