#!/bin/sh
# Runs Codex (`codex exec`) as the agent of a run: ORRERY_AGENT_COMMAND="sh …/codex.sh".
#
#   ORRERY_MODEL             --model, unless empty or "default"
#   ORRERY_REASONING_EFFORT  -c model_reasoning_effort="…"
#   ORRERY_MODE, _SESSION_ID `resume ID` in mode resume
#   ORRERY_SANDBOX           --sandbox with the same word; danger-full-access only if allowed here
#   ORRERY_CODEX_BIN         the program, if not `codex`
# Arguments of this script are added to the options. Options as of the Codex sources of spring 2026.
set -u
# shellcheck source=scripts/agents/common.sh
. "${0%/*}/common.sh"
codex=${ORRERY_CODEX_BIN:-codex}
require_run "$codex"
choose_access
choose_effort
choose_model
choose_session

[ -z "$effort" ] || set -- -c "model_reasoning_effort=\"$effort\"" "$@"
[ -z "$model" ] || set -- --model "$model" "$@"
case $access in
  read) set -- --sandbox read-only "$@" ;;
  write) set -- --sandbox workspace-write "$@" ;;
  full) set -- --sandbox danger-full-access "$@" ;;
esac
# Options stand before `resume`, where every version takes them; "-" is the prompt from standard input.
[ -z "$session" ] || set -- "$@" resume "$session"
# A project folder is no Git repository, which Codex otherwise asks for.
# Each turn says what the session has used by then, cached input among the input; it names no cost.
run_agent '/^{"type": *"thread.started"/s/.*"thread_id": *"\([A-Za-z0-9-]*\)".*/\1/p' \
  '/^{"type": *"turn.completed"/s/.*"usage": *{\([^{}]*\).*/usage \1/p' \
  'input_tokens output_tokens' \
  "$codex" exec --json --skip-git-repo-check "$@" -
