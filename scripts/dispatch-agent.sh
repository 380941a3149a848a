#!/bin/sh
# Shipped dispatch script: starts the command line in ORRERY_AGENT_COMMAND as the agent of one run
# and prints one JSON line {"pid", "pgid", "start_ticks"}.
#
# Reads   ORRERY_AGENT_COMMAND  command line of the agent, taken apart by sh
#         ORRERY_PROJECT_DIR    where the agent runs
#         ORRERY_RUN_DIR        where its log and exit code go
# Writes  agent.log             standard output and error of the agent
#         exit_code             its exit status, complete or absent
set -u
umask 022

fail() {
  printf 'dispatch-agent: %s\n' "$1" >&2
  exit "$2"
}

# Second stage, in the background and in a session of its own: run the agent, note how it ended.
if [ "${1-}" = "--supervise" ]; then
  # With a handler (not "ignore") the agent itself still gets the default signal behaviour, while
  # this shell lives on to write the exit code.
  trap : TERM INT HUP
  sh -c "$ORRERY_AGENT_COMMAND"
  code=$?
  printf '%s\n' "$code" >"$ORRERY_RUN_DIR/exit_code.part" &&
    mv -f "$ORRERY_RUN_DIR/exit_code.part" "$ORRERY_RUN_DIR/exit_code"
  exit "$code"
fi

[ -n "${ORRERY_AGENT_COMMAND-}" ] || fail 'ORRERY_AGENT_COMMAND is not set; set it to the command line of the agent in the environment of the worker' 78
[ -n "${ORRERY_PROJECT_DIR-}" ] || fail 'ORRERY_PROJECT_DIR is not set' 64
[ -n "${ORRERY_RUN_DIR-}" ] || fail 'ORRERY_RUN_DIR is not set' 64
mkdir -p "$ORRERY_RUN_DIR" || fail "cannot create $ORRERY_RUN_DIR" 73
case $0 in
  /*) self=$0 ;;
  *) self=$(pwd)/$0 ;;
esac
cd "$ORRERY_PROJECT_DIR" || fail "cannot enter $ORRERY_PROJECT_DIR" 66
: >>"$ORRERY_RUN_DIR/agent.log" || fail "cannot write $ORRERY_RUN_DIR/agent.log" 73

if command -v setsid >/dev/null 2>&1; then
  setsid sh "$self" --supervise </dev/null >>"$ORRERY_RUN_DIR/agent.log" 2>&1 &
else
  # Without setsid, job control at least gives the agent a process group of its own.
  set -m
  sh "$self" --supervise </dev/null >>"$ORRERY_RUN_DIR/agent.log" 2>&1 &
fi
pid=$!

# The start time tells this process from a later one with the same number.
ticks=null
if read -r line 2>/dev/null <"/proc/$pid/stat"; then
  ticks=$(printf '%s\n' "${line##*) }" | cut -d ' ' -f 20)
fi
printf '{"pid":%s,"pgid":%s,"start_ticks":%s}\n' "$pid" "$pid" "${ticks:-null}"
