/**
 * What a test file needs of the machine. A file says so in its first comment with a line
 * `@needs chromium`; a file whose needs are not met is left out and named at the end.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProgram } from './command.mjs';
import { listFiles, root } from './stale.mjs';

/** Programs a test may need, and how to get them. */
export const knownNeeds = {
  chromium: {
    // The first draws nothing that no test sees, for half of the processor.
    programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    hint: 'install chromium-headless-shell',
  },
  curl: { programs: ['curl'], hint: 'install curl' },
  bash: { programs: ['bash'], hint: 'install bash' },
  pdflatex: { programs: ['pdflatex'], hint: 'install texlive-latex-base' },
  pdftotext: { programs: ['pdftotext'], hint: 'install poppler-utils' },
  sshd: { programs: ['sshd'], hint: 'install openssh-server' },
  slurm: { programs: ['slurmctld'], hint: 'install slurm-wlm and munge' },
  postgres: {
    programs: ['postgres'],
    hint: 'install postgresql, or name the folder of its programs in ORRERY_TEST_POSTGRES',
    instead: 'ORRERY_TEST_POSTGRES',
  },
  caddy: { programs: ['caddy'], hint: 'install caddy' },
  haproxy: { programs: ['haproxy'], hint: 'install haproxy' },
  nginx: { programs: ['nginx'], hint: 'install nginx-light' },
  pgbouncer: { programs: ['pgbouncer'], hint: 'install pgbouncer' },
  openssl: { programs: ['openssl'], hint: 'install openssl' },
  redis: { programs: ['redis-server'], hint: 'install redis-server' },
  alertmanager: {
    programs: ['prometheus-alertmanager'],
    hint: 'install prometheus-alertmanager',
  },
  aiosmtpd: { programs: ['aiosmtpd'], hint: 'install python3-aiosmtpd' },
  'nvidia-smi': { programs: ['nvidia-smi'], hint: 'needs an NVIDIA GPU with its driver' },
};

/** Names after `@needs` in the first comment of a file's text. */
export function needsOf(text) {
  const comment = /^\s*\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
  return [...comment.matchAll(/@needs[ \t]+([^*\n]+)/g)].flatMap((match) =>
    match[1].trim().split(/[\s,]+/),
  );
}

/** Test files that cannot run here: `{path, reason}`, the path relative to the repository. */
export function findLeftOut(hasProgram = (names) => findProgram(...names) !== undefined) {
  const files = [...listFiles(join(root, 'test')), ...listFiles(join(root, 'property-tests'))];
  return files
    .filter((path) => /\.(test|property)\.ts$/.test(path))
    .flatMap((path) => {
      const reasons = needsOf(readFileSync(path, 'utf8')).flatMap((need) =>
        reasonFor(need, hasProgram),
      );
      return reasons.length === 0
        ? []
        : [{ path: relative(root, path), reason: reasons.join('; ') }];
    });
}

function reasonFor(need, hasProgram) {
  const known = knownNeeds[need];
  if (known === undefined)
    throw new Error(`@needs ${need}: known are ${Object.keys(knownNeeds).join(', ')}`);
  if (known.instead !== undefined && process.env[known.instead] !== undefined) return [];
  return hasProgram(known.programs) ? [] : [`no ${known.programs[0]} here (${known.hint})`];
}
