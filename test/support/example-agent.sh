#!/bin/sh
# The agent behind the examples of the API reference: one project asks and waits, all others work.
set -eu
case "$ORRERY_PROJECT_DIR" in
*which-baseline*) exec sleep 600 ;;
esac
exec sh "$(dirname "$0")/../chaos/support/agent.sh"
