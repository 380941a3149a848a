#!/bin/sh
# The agent of the two-gates test. What the project's prompt asks for decides how it behaves:
#   WAIT         works until the test lets it go
#   LINGER       leaves a process behind that writes the last result some time after the agent has gone
#   LINGER WAIT  leaves one behind that writes it when the test lets it go
# Every start is noted; the result and the decision are those of the crash tests' agent.
set -eu
here=$(dirname "$0")
asks() { grep -q "$1" "$ORRERY_PROMPT_FILE"; }
# The folder is gone when the test ended without letting go.
let_go() { [ -e "$ORRERY_PROJECT_DIR.go" ] || [ ! -d "$ORRERY_PROJECT_DIR" ]; }
wait_for_it() { until let_go; do sleep 0.05; done; }
if asks LINGER; then
  mkdir -p "$ORRERY_PROJECT_DIR/results"
  (
    if asks WAIT; then wait_for_it; else sleep 2; fi
    echo '{"late": true}' >"$ORRERY_PROJECT_DIR/results/late_summary.json"
  ) &
elif asks WAIT; then
  wait_for_it
else
  # Long enough for a fault to meet a living agent.
  sleep 1
fi
sh "$here/agent.sh"
