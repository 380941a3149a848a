/**
 * The script of a job. Slurm promises that two jobs of one name do not run at the same time, and not that there is
 * one; so the job claims its run before it does anything: a hard link is made by one of any number that try, on
 * NFS as on a disk, and whoever reads another's name in it leaves. Pure.
 */
import { quoteArgument, quoteCommand } from '../quote.ts';

/** Exit status of a job that found its run taken or called off (EX_TEMPFAIL of sysexits.h). */
export const takenCode = 75;

/**
 * The whole script. It holds no secret: Slurm keeps scripts and shows them. The program is the shell's child, so
 * that its end is written down where no accounting is kept; a signal to the job is passed on to it.
 */
export function jobScript(folder: string, argv: readonly string[]): string {
  return `#!/bin/sh
umask 077
cd -- ${quoteArgument(folder)} || exit ${takenCode}
me="$SLURM_JOB_ID.\${SLURM_RESTART_COUNT:-0}"
printf 'claim %s %s %s\\n' "$me" "$(date +%s)" "$(uname -n)" >"claim.$me" || exit ${takenCode}
ln -- "claim.$me" claim 2>/dev/null
read -r word owner rest <claim
if [ "$owner" != "$me" ]; then
  echo "this run belongs to $owner; job $me ends without it" >&2
  exit ${takenCode}
fi
child=
trap '[ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM INT
${quoteCommand(argv)} </dev/null &
child=$!
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
printf 'ended %s %s\\n' "$code" "$(date +%s)" >"ended.$me" && mv -f -- "ended.$me" ended
exit "$code"
`;
}
