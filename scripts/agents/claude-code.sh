#!/bin/sh
# Runs Claude Code (`claude -p`) as the agent of a run: ORRERY_AGENT_COMMAND="sh …/claude-code.sh".
#
#   ORRERY_MODEL             --model, unless empty or "default"
#   ORRERY_REASONING_EFFORT  --effort
#   ORRERY_MODE, _SESSION_ID --resume ID in mode resume
#   ORRERY_SANDBOX           read-only          --permission-mode plan
#                            workspace-write    --permission-mode acceptEdits, commands in its sandbox
#                            danger-full-access --permission-mode bypassPermissions, if allowed here
#   ORRERY_CLAUDE_BIN        the program, if not `claude`
# Arguments of this script are added to the command line. Options as of Claude Code 2.1.119.
set -u
# shellcheck source=scripts/agents/common.sh
. "${0%/*}/common.sh"
claude=${ORRERY_CLAUDE_BIN:-claude}
require_run "$claude"
choose_access
choose_effort
choose_model
choose_session

[ -z "$session" ] || set -- --resume "$session" "$@"
[ -z "$effort" ] || set -- --effort "$effort" "$@"
[ -z "$model" ] || set -- --model "$model" "$@"
case $access in
  read) set -- --permission-mode plan "$@" ;;
  # Without a sandbox that works nothing is run at all, rather than run without one.
  write) set -- --permission-mode acceptEdits --settings '{"sandbox":{"enabled":true,"failIfUnavailable":true,"autoAllowBashIfSandboxed":true,"allowUnsandboxedCommands":false}}' "$@" ;;
  full) set -- --permission-mode bypassPermissions "$@" ;;
esac
# The last line sums up the session; tokens are those read, written to and read from its cache, and written.
run_agent '/^{"type": *"system".*"session_id": *"[A-Za-z0-9]/s/.*"session_id": *"\([A-Za-z0-9-]*\)".*/\1/p' \
  '/^{"type": *"result"/{
h
s/.*"total_cost_usd": *\([0-9]\{1,9\}\(\.[0-9]\{1,\}\)\{0,1\}\([eE]-[0-9]\{1,3\}\)\{0,1\}\)[,}].*/cost \1/p
g
s/.*"usage": *{\([^{}]*\).*/usage \1/p
}' \
  'input_tokens cache_creation_input_tokens cache_read_input_tokens output_tokens' \
  "$claude" -p --output-format stream-json --verbose "$@"
