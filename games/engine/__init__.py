"""The rules of Yuhuan mahjong: pure values and functions, standard library only.

No clock, no randomness, no framework. The caller brings walls, times and choices.
"""
