#!/usr/bin/env bash
# Checks the files in this folder with the programs that will read them, as far as they are here; says which are not.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../.venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nginx=$(PATH=$PATH:/usr/sbin command -v nginx || true)
if [ -n "$nginx" ]; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=mahjong.example \
        -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2> /dev/null
    sed -e "s#/etc/nginx/tls#$work#; s#/run/nginx.pid#$work/nginx.pid#; s#/var/log/nginx#$work#" \
        "$here/nginx/nginx.conf" > "$work/nginx.conf"
    cp "$here/nginx/yuhuan_web.conf" "$work"
    "$nginx" -t -q -p "$work" -c "$work/nginx.conf"
    echo "nginx: $("$nginx" -v 2>&1 | sed 's/.*: //') takes nginx.conf"
else
    echo "nginx: not here, nginx.conf was not tried"
fi

if command -v systemd-analyze > /dev/null; then
    root=$(cd "$here/.." && pwd)
    mkdir "$work/units"
    for unit in "$here"/systemd/*; do
        sed -e "s#/opt/yuhuan/.venv/bin/python#$(realpath "$python")#; s#/opt/yuhuan#$root#; s#^User=.*#User=$(id -un)#; s#^Group=.*#Group=$(id -gn)#" \
            "$unit" > "$work/units/$(basename "$unit")"
    done
    SYSTEMD_UNIT_PATH="$work/units:" systemd-analyze verify --man=no --recursive-errors=no "$work"/units/*.{service,target,timer}
    echo "systemd: $(systemd-analyze --version | head -1) takes the units"
else
    echo "systemd: not here, the units were not tried"
fi

if docker compose version > /dev/null 2>&1; then
    docker compose -f "$here/compose.yaml" config --quiet
    echo "compose: docker takes compose.yaml"
else
    "$python" -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1], encoding="utf-8"))' "$here/compose.yaml"
    echo "compose: docker compose is not here; compose.yaml is YAML"
fi
