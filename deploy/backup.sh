#!/usr/bin/env bash
# A backup of the database into FOLDER, read once to see that it can be; the newest KEEP (14) stay. Prints its name.
# Usage: DATABASE_URL=… deploy/backup.sh FOLDER. The keys are not in it: keep them somewhere else (docs/operating.md).
set -euo pipefail
umask 077
folder=${1:?usage: backup.sh FOLDER}
url=${DATABASE_URL:-$(cat "${DATABASE_URL_FILE:?DATABASE_URL is missing}")}
mkdir -p "$folder"
file=$folder/yuhuan-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file "$file.part" "$url"
pg_restore --list "$file.part" > /dev/null
mv "$file.part" "$file"
find "$folder" -maxdepth 1 -name 'yuhuan-*.dump' | sort -r | tail -n "+$((${KEEP:-14} + 1))" | xargs -r rm --
echo "$file"
