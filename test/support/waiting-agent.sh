#!/bin/sh
# An agent that notes its start and works until a file named "go" appears beside its project, or until
# the whole folder is gone.
set -eu
projects=$ORRERY_PROJECT_DIR/..
printf '%s\n' "$ORRERY_RUN_ID" >> "$projects/starts.log"
while [ -e "$projects/starts.log" ] && [ ! -e "$projects/go" ]; do sleep 0.1; done
