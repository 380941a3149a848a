#!/bin/sh
# The agent of the two-gates test. What the project's prompt asks for decides how it behaves:
#   LINGER  leaves a process behind that writes the last result some time after the agent has gone
# Every start is noted; the result and the decision are those of the crash tests' agent.
set -eu
here=$(dirname "$0")
if grep -q LINGER "$ORRERY_PROMPT_FILE"; then
  mkdir -p "$ORRERY_PROJECT_DIR/results"
  (sleep 2; echo '{"late": true}' >"$ORRERY_PROJECT_DIR/results/late_summary.json") &
else
  # Long enough for a fault to meet a living agent.
  sleep 1
fi
sh "$here/agent.sh"
