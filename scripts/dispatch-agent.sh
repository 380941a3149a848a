#!/bin/sh
# Shipped dispatch script: starts the command line in ORRERY_AGENT_COMMAND as the agent of one run
# and prints one JSON line {"pid", "pgid", "start_ticks"}.
#
# Reads   ORRERY_AGENT_COMMAND  command line of the agent, taken apart by sh
#         ORRERY_AGENT_ACCOUNT  account of the agent; empty: the one this runs under
#         ORRERY_PROJECT_DIR    where the agent runs
#         ORRERY_RUN_DIR        where its log and exit code go
# Passes  to the agent, unchanged: ORRERY_PROMPT_FILE, ORRERY_PROTOCOL_FILE, ORRERY_MODE,
#         ORRERY_SESSION_ID, ORRERY_MODEL, ORRERY_REASONING_EFFORT, ORRERY_SANDBOX,
#         ORRERY_WORKLOAD_CLASS, ORRERY_RUN_ID, ORRERY_PROJECT_ID (see docs/agents.md)
# Writes  agent.log             standard output and error of the agent, appended
#         exit_code             its exit status, complete or absent
#         session_id            is the agent's or its launcher's to write
#         usage.json            likewise: {"tokens": N, "cost_usd": N}, what the run has used so far
#
# Needs a POSIX sh, mkdir, mv, cut and, for a session of its own, setsid; for an account of the agent's
# own setpriv, id, getent and env.
set -u
# An agent with an account of its own shares its files with the gate through their group alone, which may
# remove what the agent left.
if [ -n "${ORRERY_AGENT_ACCOUNT-}" ]; then umask 007; else umask 022; fi

fail() {
  printf 'dispatch-agent: %s\n' "$1" >&2
  exit "$2"
}

# The 3rd and later words of /proc/PID/stat, those after the name; empty where there is no /proc.
stat_words() {
  if read -r line 2>/dev/null <"/proc/$1/stat"; then
    printf '%s\n' "${line##*) }"
  fi
}

# Second stage, in the background and in a session of its own: run the agent, note how it ended.
if [ "${1-}" = "--supervise" ]; then
  # With a handler (not "ignore") the agent itself still gets the default signal behaviour, while
  # this shell lives on to write the exit code.
  trap : TERM INT HUP QUIT USR1 USR2 ALRM
  if [ -n "${ORRERY_AGENT_ACCOUNT-}" ]; then
    # The right to change accounts ends here: it is not for the agent.
    home=$(getent passwd "$ORRERY_AGENT_ACCOUNT" | cut -d : -f 6)
    setpriv --reuid="$ORRERY_AGENT_ACCOUNT" --regid="$(id -g "$ORRERY_AGENT_ACCOUNT")" --init-groups \
      --inh-caps=-all --ambient-caps=-all --no-new-privs -- \
      env HOME="${home:-/}" USER="$ORRERY_AGENT_ACCOUNT" LOGNAME="$ORRERY_AGENT_ACCOUNT" \
      sh -c "$ORRERY_AGENT_COMMAND"
  else
    sh -c "$ORRERY_AGENT_COMMAND"
  fi
  code=$?
  printf '%s\n' "$code" >"$ORRERY_RUN_DIR/exit_code.part" &&
    mv -f "$ORRERY_RUN_DIR/exit_code.part" "$ORRERY_RUN_DIR/exit_code"
  exit "$code"
fi

[ -n "${ORRERY_AGENT_COMMAND-}" ] || fail 'ORRERY_AGENT_COMMAND is not set; set agent_command in the configuration of the worker, or the variable in its environment' 78
if [ -n "${ORRERY_AGENT_ACCOUNT-}" ]; then
  # Said now, with a reason: the agent's own start happens where nobody listens.
  command -v setpriv >/dev/null 2>&1 || fail 'agent_account is set, and there is no setpriv (util-linux) on this machine' 69
  id -u "$ORRERY_AGENT_ACCOUNT" >/dev/null 2>&1 || fail "agent_account names $ORRERY_AGENT_ACCOUNT, and there is no such account" 67
  setpriv --reuid="$ORRERY_AGENT_ACCOUNT" --regid="$(id -g "$ORRERY_AGENT_ACCOUNT")" --init-groups -- \
    test -x "${ORRERY_PROJECT_DIR-/}" ||
    fail "cannot start anything as $ORRERY_AGENT_ACCOUNT in ${ORRERY_PROJECT_DIR-}: the gate needs the right to change accounts, and that account access to project_root (docs/agents.md)" 77
fi
[ -n "${ORRERY_PROJECT_DIR-}" ] || fail 'ORRERY_PROJECT_DIR is not set' 64
[ -n "${ORRERY_RUN_DIR-}" ] || fail 'ORRERY_RUN_DIR is not set' 64
mkdir -p "$ORRERY_RUN_DIR" || fail "cannot create $ORRERY_RUN_DIR" 73
case $0 in
  /*) self=$0 ;;
  *) self=$(pwd)/$0 ;;
esac
cd "$ORRERY_PROJECT_DIR" || fail "cannot enter $ORRERY_PROJECT_DIR" 66
log=$ORRERY_RUN_DIR/agent.log
# In a subshell: a redirection that fails ends some shells on the spot.
(: >>"$log") 2>/dev/null || fail "cannot write $log" 73

if command -v setsid >/dev/null 2>&1; then
  setsid sh "$self" --supervise </dev/null >>"$log" 2>&1 &
  pid=$! pgid=$!
else
  # Without setsid, job control gives the agent a process group of its own, where the shell can.
  set -m 2>/dev/null
  sh "$self" --supervise </dev/null >>"$log" 2>&1 &
  pid=$!
  # Its group is said only when it is seen: a wrong one would be somebody else's.
  pgid=$(stat_words "$pid" | cut -d ' ' -f 3)
  [ "$pgid" = "$pid" ] || pgid=null
fi

# The start time tells this process from a later one with the same number.
ticks=$(stat_words "$pid" | cut -d ' ' -f 20)
printf '{"pid":%s,"pgid":%s,"start_ticks":%s}\n' "$pid" "$pgid" "${ticks:-null}"
