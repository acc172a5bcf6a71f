"""Works the wall of a finished hand out again, from its record alone: python3 check_hand.py RECORD.json"""

import hashlib
import hmac
import json
import pathlib
import sys

record = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
fair, hand = record["fairness"], str(record["hand"])
name = fair.get("heat", record["table"])
promise = hashlib.sha256("|".join(["yuhuan-fair/1", name, hand, fair["server_seed"]]).encode()).hexdigest()
assert promise == fair["commitment"], "the seed is not the promised one"
message = "|".join([name, hand, *fair["client_seeds"]]).encode()
seed = hmac.new(bytes.fromhex(fair["server_seed"]), message, hashlib.sha256).digest()
blocks = (hashlib.sha256(seed + number.to_bytes(8, "big")).digest() for number in range(999))
stream = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
below = lambda n: next(number for number in stream if number < n * (2**32 // n)) % n
dice = [1 + below(6) for _ in range(4)]
tiles = [str(kind % 9 + 1) + "mpsz"[kind // 9] for kind in range(34) for _ in range(4)]
for i in range(135, 0, -1):
    j = below(i + 1)
    tiles[i], tiles[j] = tiles[j], tiles[i]
start = (34 * (-(dice[0] + dice[1] - 1) % 4) + 2 * sum(dice)) % 136
assert [dice[:2], dice[2:]] == record["dice"], "other dice"
assert "".join(tiles[start:] + tiles[:start]) == record["wall"], "another wall"
print("commitment, dice and wall are as promised")
