"""Works the wall of a finished hand out again, from its record alone: python3 check_hand.py RECORD.json"""

import hashlib
import hmac
import json
import pathlib
import sys

record = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
fair, table, hand = record["fairness"], record["table"], record["hand"]

# What was published before the deal fits the seed published afterwards.
promise = "yuhuan-fair/1|" + table + "|" + str(hand) + "|" + fair["server_seed"]
assert hashlib.sha256(promise.encode()).hexdigest() == fair["commitment"], "the seed is not the promised one"

# The server's seed and those of the four seats make one stream of numbers.
message = "|".join([table, str(hand), *fair["client_seeds"]])
seed = hmac.new(bytes.fromhex(fair["server_seed"]), message.encode(), hashlib.sha256).digest()


def numbers():
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


stream = numbers()


def uniform(n):
    limit = n * (2**32 // n)
    return next(number for number in stream if number < limit) % n


# Dice, shuffle, break.
dice = [1 + uniform(6) for _ in range(4)]
tiles = [str(number) + suit for suit in "mps" for number in range(1, 10) for _ in range(4)]
tiles += [str(number) + "z" for number in range(1, 8) for _ in range(4)]
for i in range(135, 0, -1):
    j = uniform(i + 1)
    tiles[i], tiles[j] = tiles[j], tiles[i]
side = (4 - (dice[0] + dice[1] - 1) % 4) % 4
start = (34 * side + 2 * sum(dice)) % 136
wall = "".join(tiles[start:] + tiles[:start])

assert [dice[:2], dice[2:]] == record["dice"], "other dice"
assert wall == record["wall"], "another wall"
print("commitment, dice and wall are as promised")
