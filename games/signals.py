"""What games tells the apps above it, which it never imports.

`hand_ending`: inside the transaction of a hand's last action; a receiver that fails undoes the action.
    kwargs: table, hand, seats (the four Seat rows; set `silver` and `points`), outcome (dict with kind,
    winner, from, by, liable, totals[4], settlement[4] in 胡, payments), last (the table ends with this hand).
`table_finished`: after the commit that closed a table. kwargs: table_id, event.
`given_up`: inside the transaction that closes a table because nobody can open its hand's seed any more. kwargs: table,
    hand, reason.
`may_speak`: kwargs player, table; a receiver answers False to keep a player's phrases and calls from a table.
`referee_called`: kwargs table, hand (number), player, client_id, text; `seat_reported`: kwargs table, hand, player,
    about (a player), kind, text. A receiver answers True when it has taken it, or raises games.refusal.Refused.
`may_watch`: kwargs player (or None), table; a receiver answers False to hide the table from a player
    who does not sit at it.
`written`: inside the transaction, a line of a hand's log has been judged and stored; a receiver that fails undoes it.
    kwargs: before, entry, after (engine.play values).
`out_of_sight`: a player's turn has come while nobody looks at their page, or they have just stopped looking (sent
    after the commit, at every such moment: whoever cares looks again later). kwargs: table_id, player_id.
`rules_asked`: a page explains the rules of an event. kwargs: slug, player (or None); whoever knows the event answers a
    games.ruleform.EventRules, None where it does not exist for this player.
"""

from django.dispatch import Signal

hand_ending = Signal()
written = Signal()
table_finished = Signal()
given_up = Signal()
may_watch = Signal()
out_of_sight = Signal()
rules_asked = Signal()
may_speak = Signal()
referee_called = Signal()
seat_reported = Signal()
