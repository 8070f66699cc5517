#!/bin/sh
# A PostgreSQL that lives as long as a command: scripts/postgres-for-tests.sh npm run test:postgres
# runs the command with DATABASE_URL set; without a command it prints DATABASE_URL and waits for Ctrl-C.
# Installs Debian's package where PostgreSQL is missing. POSTGRES_OPTIONS adds settings of the server,
# for instance POSTGRES_OPTIONS="-c fsync=on" for measurements: for tests flushing is off.
set -eu

find_bin() {
  for bin in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -n -r); do
    [ -x "$bin/initdb" ] && echo "$bin" && return
  done
  dirname "$(command -v initdb)" 2>/dev/null || true
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

bin=$(find_bin)
if [ -z "$bin" ] || [ "$bin" = . ]; then
  if ! command -v apt-get >/dev/null; then
    echo "PostgreSQL is missing. Install PostgreSQL 12 or later with its server programs (initdb, pg_ctl)." >&2
    exit 1
  fi
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >&2
  bin=$(find_bin)
fi

# The server refuses to run as root.
as_server() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/triage-postgres-XXXXXX")
stop() {
  status=$?
  trap - EXIT INT TERM HUP
  (cd / && as_server "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1) || true
  rm -rf "$folder"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

printf 'triage' >"$folder/password"
if [ "$(id -u)" = 0 ]; then chown -R postgres "$folder"; fi
cd_and_serve() { (cd "$folder" && as_server "$@"); }
cd_and_serve "$bin/initdb" -D "$folder/data" -U triage --pwfile="$folder/password" -A scram-sha-256 -E UTF8 --no-locale --no-sync >"$folder/initdb.log" 2>&1 ||
  { cat "$folder/initdb.log" >&2; exit 1; }

started=
for _ in 1 2 3 4 5; do
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$folder -c fsync=off ${POSTGRES_OPTIONS:-}"
  if cd_and_serve "$bin/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" -o "$options" -w start >/dev/null 2>&1; then
    started=yes
    break
  fi
done
[ -n "$started" ] || { cat "$folder/data/server.log" >&2; exit 1; }

DATABASE_URL="postgres://triage:triage@127.0.0.1:$port/postgres"
export DATABASE_URL
# For tests that stop and start the server themselves.
POSTGRES_DATA="$folder/data"
export POSTGRES_DATA
if [ "$#" -gt 0 ]; then
  echo "DATABASE_URL=$DATABASE_URL" >&2
  "$@"
else
  echo "DATABASE_URL=$DATABASE_URL"
  while :; do sleep 1; done
fi
