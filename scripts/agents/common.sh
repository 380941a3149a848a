# What the launchers in this folder share; sourced by them, not run. Plain sh.
#
# A launcher is the ORRERY_AGENT_COMMAND of scripts/dispatch-agent.sh. It turns the documented
# variables into the options of one agent's command line, gives it the prompt by standard input, and
# writes the session id that the agent prints into $ORRERY_RUN_DIR/session_id, and when it has ended the
# tokens and the cost that it printed into $ORRERY_RUN_DIR/usage.json.

launcher=${0##*/}
note() {
  printf '%s: %s\n' "$launcher" "$1" >&2
}
refuse() {
  note "$1"
  exit "${2:-64}"
}

# Checks what every launcher needs. $1: the agent's program, as it is called.
require_run() {
  [ -n "${ORRERY_PROMPT_FILE-}" ] || refuse 'ORRERY_PROMPT_FILE is not set; this launcher is started by dispatch-agent.sh'
  [ -n "${ORRERY_RUN_DIR-}" ] || refuse 'ORRERY_RUN_DIR is not set; this launcher is started by dispatch-agent.sh'
  [ -r "$ORRERY_PROMPT_FILE" ] || refuse "cannot read the prompt $ORRERY_PROMPT_FILE" 66
  command -v "$1" >/dev/null 2>&1 || refuse "$1 was not found; install it, or add its folder to the PATH of the worker" 127
}

# Sets $access to read, write or full by ORRERY_SANDBOX; nothing but a known word is taken.
choose_access() {
  case ${ORRERY_SANDBOX-} in
    read-only) access=read ;;
    '' | workspace-write) access=write ;;
    danger-full-access)
      [ "${ORRERY_AGENT_FULL_ACCESS-}" = yes ] || refuse 'sandbox danger-full-access is off on this worker; whoever runs it allows it by putting ORRERY_AGENT_FULL_ACCESS=yes in front of agent_command' 77
      access=full
      ;;
    *) refuse "sandbox \"$ORRERY_SANDBOX\" is unknown; use read-only, workspace-write or danger-full-access" ;;
  esac
}

# Sets $effort to a word of the service's own list, or nothing.
choose_effort() {
  effort=${ORRERY_REASONING_EFFORT-}
  case $effort in
    '' | low | medium | high | xhigh) ;;
    *) refuse "reasoning effort \"$effort\" is unknown; use low, medium, high or xhigh" ;;
  esac
}

# Sets $model; empty leaves the choice to the agent's own configuration.
choose_model() {
  model=${ORRERY_MODEL-}
  case $model in
    default) model= ;;
    -*) refuse "model \"$model\" begins with a dash" ;;
  esac
}

# Sets $session to the session to resume, or to nothing for a new one.
choose_session() {
  session=
  case ${ORRERY_MODE:-exec} in
    exec) return 0 ;;
    resume) session=${ORRERY_SESSION_ID-} ;;
    *) refuse "mode \"$ORRERY_MODE\" is unknown; use exec or resume" ;;
  esac
  case $session in
    -*) refuse "session id \"$session\" begins with a dash" ;;
    '') note 'no session id is known, so a new session is started; its prompt says what went before' ;;
  esac
}

# The prompt, then where the protocol is: the agent has to know how to end.
print_prompt() {
  cat "$ORRERY_PROMPT_FILE"
  if [ -n "${ORRERY_PROTOCOL_FILE-}" ]; then
    printf '\n\nBefore you end, read %s: it says which files to leave, also when you have a question.\n' "$ORRERY_PROTOCOL_FILE"
  fi
}

# The session id is read from the log, not through a pipe: work that the agent leaves in the background
# keeps its standard output, and a pipe would keep the launcher waiting for it or break under it.
log=${ORRERY_RUN_DIR-}/agent.log
head_bytes_max=262144
tail_bytes_max=1048576
search_tries_max=600

log_size() {
  if [ -f "$log" ]; then wc -c <"$log" | tr -d ' '; else echo 0; fi
}

# Writes the session id if the log shows one. $1: log size before the agent, $2: sed script that
# prints the id of a line. False while there is none.
save_session() {
  [ -f "$log" ] || return 1
  id=$(tail -c "+$(($1 + 1))" "$log" 2>/dev/null | head -c "$head_bytes_max" | tr -d '\000' | sed -n "$2" | head -n 1)
  [ -n "$id" ] || return 1
  printf '%s\n' "$id" >"$ORRERY_RUN_DIR/session_id.part" && mv -f "$ORRERY_RUN_DIR/session_id.part" "$ORRERY_RUN_DIR/session_id"
}

# Looks for the id while the agent works, so that it is known even if the agent is killed.
search_session() {
  tries=0
  while [ "$tries" -lt "$search_tries_max" ] && kill -0 "$launcher_pid" 2>/dev/null; do
    save_session "$1" "$2" && return 0
    tries=$((tries + 1))
    sleep 1
  done
}

# Writes what the agent said it has used, last of all; what it did not say is left out, since unknown is not 0.
# $1: log size before the agent, $2: sed script that prints `cost NUMBER` and `usage MEMBERS` of a line, $3: names
# of the members whose sum are the tokens.
save_usage() {
  [ -f "$log" ] || return 0
  said=$(tail -c "+$(($1 + 1))" "$log" 2>/dev/null | tail -c "$tail_bytes_max" | tr -d '\000' | sed -n "$2")
  cost=$(printf '%s\n' "$said" | sed -n 's/^cost //p' | tail -n 1)
  members=$(printf '%s\n' "$said" | sed -n 's/^usage //p' | tail -n 1)
  tokens=
  for name in $3; do
    count=$(printf '%s\n' ",$members" | sed -n "s/.*, *\"$name\": *\([0-9]\{1,15\}\).*/\1/p")
    [ -z "$count" ] || tokens=$((${tokens:-0} + count))
  done
  [ -n "$tokens$cost" ] || return 0
  usage=
  [ -z "$tokens" ] || usage="\"tokens\":$tokens"
  [ -z "$cost" ] || usage="${usage:+$usage,}\"cost_usd\":$cost"
  printf '{%s}\n' "$usage" >"$ORRERY_RUN_DIR/usage.json.part" && mv -f "$ORRERY_RUN_DIR/usage.json.part" "$ORRERY_RUN_DIR/usage.json"
}

# Runs the agent with the prompt. $1: sed script for the session id, $2 and $3: as those of save_usage; the rest:
# its command line.
run_agent() {
  pattern=$1 usage_pattern=$2 token_names=$3
  shift 3
  from=$(log_size)
  launcher_pid=$$
  search_session "$from" "$pattern" </dev/null >/dev/null 2>&1 &
  searcher=$!
  prompt=$ORRERY_RUN_DIR/agent_prompt
  (umask 077 && print_prompt >"$prompt") || refuse "cannot write $prompt" 73
  "$@" <"$prompt"
  code=$?
  kill "$searcher" 2>/dev/null
  save_session "$from" "$pattern" || note 'the agent printed no session id; it cannot be resumed by one'
  save_usage "$from" "$usage_pattern" "$token_names"
  exit "$code"
}
