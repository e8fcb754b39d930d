#!/usr/bin/env bash
# What an administrator would script: every file that was written or moved into the folder goes to the service with curl.
# Arguments: base_url api_secret folder
set -euo pipefail
token=$(curl -s -X POST -H 'content-type: application/json' -d "{\"api_secret\": \"$2\"}" "$1/auth/get_token" |
  sed 's/.*"token":"\([^"]*\)".*/\1/')
inotifywait -q -m -e close_write -e moved_to --format '%w%f' "$3" 2>/dev/null | while IFS= read -r file; do
  curl -s -o /dev/null -X POST -H "Authorization: Bearer $token" -F task_type=prior-auth -F 'request_spec={}' \
    -F "uploads=@$file;type=application/pdf" "$1/task/create"
done
