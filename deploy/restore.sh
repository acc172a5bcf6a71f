#!/usr/bin/env bash
# Brings a backup into the empty database of DATABASE_URL, all of it or nothing. Usage: DATABASE_URL=… deploy/restore.sh FILE
set -euo pipefail
file=${1:?usage: restore.sh FILE}
url=${DATABASE_URL:-$(cat "${DATABASE_URL_FILE:?DATABASE_URL is missing}")}
tables=$(psql --no-psqlrc --tuples-only --no-align -c "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" "$url")
if [ "$tables" != 0 ]; then
    echo "restore.sh: this database has $tables tables; restore into an empty one" >&2
    exit 1
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname "$url" "$file"
