/** A stand-in for `nvidia-smi` that prints a recorded line at the rhythm it is asked for. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const line =
  'GPU-7bdd04cc-cd03-6ecf-64bb-8d75aaae094a, NVIDIA H200, 97, 31, 40717, 143771, 624.43, 61, 1980, 700.00, Disabled';

/** Writes the program into `dir` and answers its path. `periodMs` is that of its loop mode. */
export function makeFakeNvidia(dir: string, periodMs: number): string {
  const command = join(dir, 'nvidia-smi');
  const script = `#!/bin/sh
case $1 in --query-compute-apps=*) exit 0 ;; esac
case $* in
  *-lms*) while :; do echo "$(date '+%Y/%m/%d %H:%M:%S.%3N'), 0, ${line}, 1"; sleep ${periodMs / 1000}; done ;;
  *) echo "2026/11/20 22:39:51.024, 0, ${line}" ;;
esac
`;
  writeFileSync(command, script);
  chmodSync(command, 0o755);
  return command;
}
