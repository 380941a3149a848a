/**
 * `docs/api.md` as a newcomer follows it: every `sh` block of the page, in order, in one shell,
 * against the built program with the demo agent; and every reply shown there is one that came.
 * @needs curl, bash
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/soak/free-port.ts';
import { endPrograms, makeFolder, packageRoot } from '../support/e2e-program.ts';
import { patienceMs } from '../support/patience.ts';

const pagePort = '8787';

interface Block {
  /** The heading it stands under. */
  readonly title: string;
  readonly commands: string;
  /** The reply that the page shows below; empty when it shows none. */
  readonly shown: string;
}

function readBlocks(): Block[] {
  const page = readFileSync(join(packageRoot, 'docs', 'api.md'), 'utf8');
  const blocks: Block[] = [];
  const pattern =
    /^## (?<title>.+)$|^```sh\n(?<commands>[\s\S]*?)^```$|^```json\n(?<shown>[\s\S]*?)^```$/gm;
  let title = '';
  for (const { groups } of page.matchAll(pattern)) {
    if (groups?.['title'] !== undefined) title = groups['title'];
    else if (groups?.['commands'] !== undefined)
      blocks.push({ title, commands: groups['commands'], shown: '' });
    else blocks.push({ ...blocks.pop()!, shown: groups?.['shown'] ?? '' });
  }
  return blocks;
}

const blocks = readBlocks();

/** What the run of the page measures on this machine says how strong its evidence is. */
const measured = new Set(['evidence_strength']);

/** Members of a shown reply whose values must be the same every time: no digits, nothing left out, nothing measured. */
function steadyMembers(shown: string): string[] {
  const pattern = /"(\w+)":\s*("(?:[^"\\…\d]|\\.)*"|true|false|null)(?=[\s,}])/g;
  return [...shown.matchAll(pattern)]
    .filter(([, name = '']) => !measured.has(name))
    .map(([, name, value]) => `"${name}":${value}`);
}

function namesOf(shown: string): string[] {
  return [...shown.matchAll(/"(\w+)":/g)].map(([, name]) => `"${name}":`);
}

describe('the walk through the API', () => {
  let folder: string;
  let end: { readonly code: number | null; readonly stderr: string };
  const replyTo = (index: number): string => readFileSync(join(folder, `out.${index}`), 'utf8');

  beforeAll(async () => {
    folder = makeFolder();
    const port = await freePort();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(packageRoot, 'examples'), join(folder, 'examples'));
    // What `npm ci` would install and `npx` would find is this checkout.
    const program = join(packageRoot, 'bin', 'orrery.mjs');
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    writeFileSync(
      join(bin, 'npx'),
      `#!/bin/sh\nshift\n[ "$1" = init ] && set -- "$@" --port ${port}\nexec "${process.execPath}" "${program}" "$@"\n`,
      { mode: 0o755 },
    );
    const script = blocks
      .map(({ commands }, index) => `exec >out.${index}\n${commands}`)
      .join('\n');
    writeFileSync(
      join(folder, 'walk.sh'),
      // A pasted command line has job control; whatever happens, the service ends with the shell.
      `set -euo pipefail -m\ntrap 'kill $(jobs -p) 2>/dev/null || :' EXIT\n${script.replaceAll(pagePort, String(port))}`,
    );
    const child = spawn('bash', ['walk.sh'], {
      cwd: folder,
      env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: patienceMs,
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    end = await new Promise((done) => child.once('close', (code) => done({ code, stderr })));
  });
  afterAll(endPrograms);

  it('is on the page: every stage of the main job has commands and a reply', () => {
    expect([...new Set(blocks.map(({ title }) => title))]).toEqual([
      'Set up',
      'Health',
      'Take in an idea',
      'Preflight and dry run',
      'Dispatch',
      'Watch',
      'Paper',
      'Package and corpus',
      'When something is wrong',
      'Clean up',
    ]);
    expect(blocks.filter(({ shown }) => shown !== '').length).toBeGreaterThan(20);
  });

  it('runs to its end', () => {
    expect(end, end.stderr).toMatchObject({ code: 0 });
  });

  it('shows replies as they come', () => {
    let compared = 0;
    for (const [index, { commands, shown }] of blocks.entries()) {
      if (shown === '') continue;
      const reply = replyTo(index);
      for (const member of [...namesOf(shown), ...steadyMembers(shown)]) {
        expect(reply, `${commands}\nshould answer ${member}`).toContain(member);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('leaves the paper in the corpus', () => {
    const index = blocks.findIndex(({ commands }) => commands.trim().endsWith('/v1/corpus'));
    expect(JSON.parse(replyTo(index))).toMatchObject({
      ok: true,
      rows: [{ status: 'imported', lint: 'pass', audit: 'strict_pass' }],
    });
  });
});
