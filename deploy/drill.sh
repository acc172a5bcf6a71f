#!/usr/bin/env bash
# Shows that a backup is one: restores it into the empty database of DRILL_DATABASE_URL and goes through everything in
# it. Exit code 0 when all invariants hold, every hand replays, the ledger adds up and SEED_KEY opens the live hands.
# Usage: DRILL_DATABASE_URL=… SEED_KEY=… SECRET_KEY=… REDIS_URL=… ALLOWED_HOSTS=… deploy/drill.sh FILE
set -euo pipefail
file=$(realpath "${1:?usage: drill.sh FILE}")
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
unset DATABASE_URL_FILE
export DATABASE_URL=${DRILL_DATABASE_URL:?DRILL_DATABASE_URL is missing} DATABASE_POOL_SIZE=0
deploy/restore.sh "$file"
"$python" manage.py migrate --check
"$python" manage.py check_invariants
"$python" manage.py verify_ledger
"$python" manage.py seed_key check
echo "drill: $(basename "$file") is a backup"
