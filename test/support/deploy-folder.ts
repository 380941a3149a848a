/** The shipped Dockerfile, its build context and the configurations that `deploy/configure.sh` writes, for tests. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './e2e-program.ts';

export const deployPath = (name: string): string => join(packageRoot, 'deploy', name);

/** One instruction of a Dockerfile, continued lines joined; `stage` counts its `FROM`s from 0. */
export interface Instruction {
  readonly stage: number;
  readonly name: string;
  readonly rest: string;
}

/** Instructions in order, comments and checks of values left out; `ARG`s with a default are put in. */
export function readDockerfile(): readonly Instruction[] {
  const text = readFileSync(deployPath('Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ');
  const given = new Map<string, string>();
  let stage = -1;
  return text.split('\n').flatMap((line) => {
    const [, name, raw] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || raw === undefined) return [];
    const rest = raw.replace(/\$\{(\w+)\}/g, (_, key: string) => given.get(key) ?? '');
    if (name === 'FROM') stage += 1;
    if (name === 'ARG') given.set(rest.split('=')[0]!, rest.slice(rest.indexOf('=') + 1));
    return [{ stage, name, rest }];
  });
}

/** Runs `configure.sh`; the folder must not be there yet. */
export function writeConfigurations(folder: string): void {
  execFileSync('sh', [deployPath('configure.sh'), folder], { stdio: 'pipe' });
}

/** Makes the folders and links of the image below `root` by the image's own command, with a state folder of that name. */
export function makeImageFolders(root: string, state: string): void {
  const last = readDockerfile().findLast(({ name }) => name === 'RUN');
  const [, command] = /&& (install .*)$/.exec(last?.rest ?? '') ?? [];
  if (command === undefined) throw new Error('the image makes no folders');
  const here = command
    .replaceAll('-o node -g node ', '')
    .replaceAll('/var/lib/orrery/state', join(root, state))
    .replaceAll('/var/lib/orrery', root);
  execFileSync('sh', ['-ec', here], { stdio: 'pipe' });
}
