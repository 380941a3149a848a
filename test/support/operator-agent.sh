#!/bin/sh
# The agent of the operator's tests: one project asks and ends its session, all others work.
set -eu
case "$ORRERY_PROJECT_DIR" in
*which-seed*) ;;
*) exec sh "$(dirname "$0")/../chaos/support/agent.sh" ;;
esac
printf '%s\n' "session-of-$ORRERY_RUN_ID" >"$ORRERY_RUN_DIR/session_id"
cd "$ORRERY_PROJECT_DIR"
mkdir -p .orrery
printf '{"question": "Which seed counts?"}' >.orrery/question.json.new
mv .orrery/question.json.new .orrery/question.json
