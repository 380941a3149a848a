/** Completion scripts: bash's is sourced and asked, and all are made from the command table. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, groups } from '../../../src/cli/command-tables/all.ts';
import { toBashScript } from '../../../src/cli/completion/bash.ts';
import { toFishScript } from '../../../src/cli/completion/fish.ts';
import { toCompletionNodes } from '../../../src/cli/completion/model.ts';
import { toZshScript } from '../../../src/cli/completion/zsh.ts';
import { queueStatuses } from '../../../src/domain/statuses.ts';

const nodes = toCompletionNodes(commands, groups);
const hasBash = spawnSync('bash', ['--version']).status === 0;

describe('the completion model', () => {
  it('has every command and group of the table', () => {
    const paths = nodes.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(commands.map(({ words }) => words.join(' '))));
    expect(paths).toEqual(expect.arrayContaining(Object.keys(groups)));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('says for every group what it is', () => {
    for (const { words } of commands.filter((spec) => spec.words.length > 1))
      expect(groups, words.join(' ')).toHaveProperty(words[0]!);
  });

  it('offers the options of a default command with its group', () => {
    const queue = nodes.find(({ path }) => path === 'queue');
    expect(queue?.options.map(({ name }) => name)).toContain('--status');
    expect(queue?.words.map(({ word }) => word)).toContain('retry');
  });
});

describe('every script', () => {
  it('names every command, option and value of the table', () => {
    const made = [toBashScript, toZshScript, toFishScript].map((make) => make('orrery', nodes));
    for (const script of made) {
      for (const { words } of commands) for (const word of words) expect(script).toContain(word);
      for (const status of queueStatuses) expect(script).toContain(status);
      expect(script).toContain('token-file');
    }
  });
});

describe.skipIf(!hasBash)('bash completion', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'orrery-completion-'));
    writeFileSync(join(dir, 'script.bash'), toBashScript('orrery', nodes));
    writeFileSync(join(dir, 'ideas file.csv'), '');
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** What bash offers for these words, of which the last is being typed. */
  function complete(...words: string[]): string[] {
    const run = spawnSync(
      'bash',
      [
        // Where its input looks like a network connection, bash reads the user's settings.
        '--norc',
        '--noprofile',
        '-euc',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: bash's own
        'source ./script.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _orrery; printf "%s\\n" "${COMPREPLY[@]-}"',
        'bash',
        'orrery',
        ...words,
      ],
      { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    expect(run.stderr).toBe('');
    return run.stdout.split('\n').filter((line) => line !== '');
  }

  it('offers nothing for what cannot go on', () => {
    expect(complete('queue', 'list', '--status', 'z')).toEqual([]);
    expect(complete('xyz')).toEqual([]);
  });

  it('offers commands, the words of a group, and options', () => {
    expect(complete('sm')).toEqual(['smoke']);
    expect(complete('queue', 're')).toEqual(['resume', 'retry']);
    expect(complete('papers', 'rewrite', '--f')).toEqual(['--force']);
    expect(complete('')).toEqual(expect.arrayContaining(['init', 'status', 'papers', '--help']));
    expect(complete('queue', 'retry', '--')).not.toContain('--status');
  });

  it('offers the values of an option that knows them', () => {
    expect(complete('queue', '--status', 'dis')).toEqual(['dispatching', 'dispatch_error']);
    expect(complete('queue', 'list', '--json', '--status', '')).toEqual([...queueStatuses]);
    expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('offers files where a file is meant, whatever their names hold', () => {
    expect(complete('import', 'id')).toEqual(['ideas file.csv']);
    expect(complete('status', '--config', 'id')).toEqual(['ideas file.csv']);
  });
});
