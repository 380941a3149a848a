#!/bin/sh
# Runs a command at most once, however often it is asked to, and keeps what it answered.
#
#   run-once.sh CGROUP DIR TOKEN STATUS OUT ERR -- COMMAND [ARGUMENT...]
#
# CGROUP is a folder of cgroup v2 to enter first, with everything that is started from here, or
# empty. One that may not be entered is removed, so that it is never taken for the run's own.
#
# TOKEN, STATUS, OUT and ERR are names inside DIR. The one process that creates DIR/TOKEN runs the
# command; all others leave with 75. The token is linked into place complete ("PID START_TICKS
# BOOT_ID"), so no reader ever sees half of it. When the command has ended, STATUS holds its exit
# status, again complete or absent.
set -u
umask 022
cgroup=$1
shift
if [ -n "$cgroup" ] && ! { printf '0\n' >"$cgroup/cgroup.procs"; } 2>/dev/null; then
  rmdir "$cgroup" 2>/dev/null
fi
dir=$1 token=$1/$2 status=$1/$3 out=$1/$4 err=$1/$5
shift 5
[ "${1-}" = "--" ] && shift

ticks=- boot=-
if [ -r "/proc/$$/stat" ]; then
  read -r line <"/proc/$$/stat"
  # Everything up to the last ")" is the pid and the name; start time is the 20th word after it.
  rest=${line##*) }
  ticks=$(printf '%s\n' "$rest" | cut -d ' ' -f 20)
  read -r boot </proc/sys/kernel/random/boot_id || boot=-
fi

staged="$dir/.token.$$"
printf '%s %s %s\n' "$$" "$ticks" "$boot" >"$staged" || exit 74
if ! ln "$staged" "$token" 2>/dev/null; then
  rm -f "$staged"
  [ -e "$token" ] && exit 75
  exit 74
fi
rm -f "$staged"

# Appending, so that whoever cuts these files short finds them short afterwards.
: >"$out" 2>"$err"
"$@" </dev/null >>"$out" 2>>"$err"
code=$?
printf '%s\n' "$code" >"$status.part" && mv -f "$status.part" "$status"
exit "$code"
