#!/bin/sh
# Writes what compose.yaml needs and nobody may know: the password of the database and a configuration for each of the two
# planes, with fresh tokens. Into config/ beside this file, or into the folder that is named; nothing is written twice.
set -eu
umask 077
folder=${1:-$(dirname "$0")/config}
if [ -e "$folder" ]; then
  echo "$folder is there already; nothing was changed" >&2
  exit 1
fi
command -v openssl >/dev/null || { echo "openssl is needed to make the tokens" >&2; exit 1; }
draft=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$draft"' EXIT
password=$(openssl rand -hex 32)
token=$(openssl rand -hex 32)
callback_token=$(openssl rand -hex 32)
printf %s "$password" >"$draft/database-password"
for plane in plane-1 plane-2; do
  cat >"$draft/$plane.json" <<END
{
  "role": "control",
  "state_dir": "/var/lib/orrery/state",
  "project_root": "/var/lib/orrery/shared/projects",
  "corpus_dir": "/var/lib/orrery/shared/corpus",
  "control_plane_store_backend": "hosted",
  "hosted_database_url": "postgres://orrery:$password@database:5432/orrery",
  "control_plane_url": "http://$plane:8787",
  "control_api_bearer_token": "$token",
  "completion_callback_url": "http://proxy:8787/control/api/worker-callback",
  "completion_callback_token": "$callback_token"
}
END
done
# The program is account 1000 in its container, PostgreSQL 999; of this folder the host lets nobody else read.
chmod 444 "$draft/database-password"
case $(id -u) in
  1000) chmod 400 "$draft"/plane-*.json ;;
  0) chown 1000:1000 "$draft"/plane-*.json && chmod 400 "$draft"/plane-*.json ;;
  *) chmod 444 "$draft"/plane-*.json ;;
esac
mv "$draft" "$folder"
trap - EXIT
echo "$folder holds the configurations of both planes; their token is control_api_bearer_token"
