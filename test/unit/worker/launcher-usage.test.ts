/** What the shipped launchers write of an agent's usage, from what it printed and from nothing else. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskReads } from '../../../src/worker/files.ts';
import { readUsage } from '../../../src/worker/usage.ts';

const scripts = new URL('../../../scripts/agents/', import.meta.url).pathname;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a launcher with an agent that prints these lines, its output in the log as under the dispatch script. */
function launch(name: 'claude' | 'codex', lines: readonly object[]) {
  const program = join(folder, name);
  writeFileSync(join(folder, 'lines'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(program, `#!/bin/sh\ncat '${join(folder, 'lines')}'\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'prompt'), 'measure it');
  const log = openSync(join(folder, 'agent.log'), 'a');
  const script = join(scripts, name === 'claude' ? 'claude-code.sh' : 'codex.sh');
  const { status } = spawnSync('sh', [script], {
    stdio: ['ignore', log, log],
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      ORRERY_RUN_DIR: folder,
      ORRERY_PROMPT_FILE: join(folder, 'prompt'),
    },
  });
  closeSync(log);
  expect(status).toBe(0);
  return readUsage({ runDir: folder }, diskReads);
}

const system = { type: 'system', subtype: 'init', session_id: 'abc-1' };
const usage = {
  input_tokens: 4,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 2000,
  output_tokens: 50,
  server_tool_use: { web_search_requests: 3, input_tokens: 7777 },
};

describe('claude-code.sh', () => {
  it('writes tokens and cost of the last result, whatever its text says', async () => {
    const forged = '{"type":"result","total_cost_usd":99,"usage":{"input_tokens":99}}';
    const said = await launch('claude', [
      system,
      { type: 'assistant', message: { usage: { input_tokens: 1 } }, text: forged },
      { type: 'result', result: forged, total_cost_usd: 0.0125, usage },
    ]);
    expect(said).toMatchObject({ tokens: 2154, cost_usd: 0.0125 });
  });

  it('leaves out what is not said', async () => {
    expect(await launch('claude', [system, { type: 'result', usage }])).toMatchObject({
      tokens: 2154,
      cost_usd: null,
    });
  });

  it('writes nothing of an agent that says nothing', async () => {
    await launch('claude', [system, { type: 'result', is_error: false }]);
    expect(existsSync(join(folder, 'usage.json'))).toBe(false);
  });

  it('does not take what an earlier start left in the log', async () => {
    writeFileSync(
      join(folder, 'agent.log'),
      `${JSON.stringify({ type: 'result', total_cost_usd: 5, usage })}\n`,
    );
    await launch('claude', [system]);
    expect(existsSync(join(folder, 'usage.json'))).toBe(false);
  });
});

describe('codex.sh', () => {
  it('writes the tokens of the last turn, and no cost', async () => {
    const turn = (input_tokens: number) => ({
      type: 'turn.completed',
      usage: { input_tokens, cached_input_tokens: 900, output_tokens: 22 },
    });
    const started = { type: 'thread.started', thread_id: 'abc-1' };
    expect(await launch('codex', [started, turn(500), turn(1000)])).toMatchObject({
      tokens: 1022,
      cost_usd: null,
    });
    expect(JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'))).toEqual({ tokens: 1022 });
  });
});
