/** Asking a model for a paper: bounds, pauses, what is kept over the end of the process, what it cost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPaperModel } from '../../../src/control/papers/ask-model.ts';
import { createKeptAnswers } from '../../../src/control/papers/kept-answers.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import type { Completion, CompletionRequest } from '../../../src/model-endpoint/endpoint.ts';
import type { ModelAnswer } from '../../../src/papers/writers/external/writer.ts';

const root = mkdtempSync(join(tmpdir(), 'ask-model-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const never = new AbortController().signal;
const paper = { paperId: 'p--draft', projectId: 'p', effectId: 'paper/p--draft#1.0' };

const answer = (usage: { prompt: number; completion: number } | null): Completion => ({
  kind: 'answer',
  ok: true,
  text: '# results\nIt is so.',
  isCut: false,
  model: 'm-v2',
  usage,
});
const busy = (afterMs: number | null = null): Completion => ({
  kind: 'busy',
  reason: 'the endpoint answered 429',
  afterMs,
});
const failed = (mayHaveRun: boolean): Completion => ({
  kind: 'failed',
  reason: 'it told sk-live-Zx8Qp3vL0m7TnWc5dR2y to 10.1.2.3',
  usage: null,
  mayHaveRun,
});

let folders = 0;
/** A model whose endpoint gives `replies` in order; a string is thrown as the end of the process. */
function world(replies: (Completion | string)[], more: object = {}) {
  const sent: CompletionRequest[] = [];
  const clock = createManualClock();
  const dir = join(root, String(folders++));
  const open = (trouble: string | null = null) =>
    createPaperModel({
      endpoint: {
        async complete(request) {
          sent.push(request);
          const reply = replies.shift();
          if (reply === undefined) throw new Error('nothing more was told');
          if (typeof reply === 'string') throw new Error(reply);
          return reply;
        },
        findTrouble: async () => null,
        close: async () => {},
      },
      model: 'm',
      temperature: 0.2,
      kept: createKeptAnswers(dir),
      clock,
      entropy: createSeededEntropy(1),
      callsMax: 4,
      tokensMax: 50_000,
      maxTokens: 1000,
      inputPriceUsd: 2,
      outputPriceUsd: 10,
      spendingTrouble: async () => trouble,
      ...more,
    });
  return { sent, clock, open };
}

const ask = (model: ReturnType<ReturnType<typeof world>['open']>, questions = ['q'], of = paper) =>
  model.ask(
    of,
    async (answers: readonly ModelAnswer[]) => {
      const sha256 = questions[answers.length];
      return sha256 === undefined || answers.some(({ ok }) => !ok)
        ? null
        : { sha256, messages: [{ role: 'user', content: 'x'.repeat(400) }] };
    },
    never,
  );

/** Lets pauses pass until the work is done. */
async function overPauses<Value>(
  clock: ReturnType<typeof createManualClock>,
  work: Promise<Value>,
): Promise<{ value: Value; waitedMs: number }> {
  const startMs = clock.monotonic();
  let isDone = false;
  void work.then(() => (isDone = true)).catch(() => (isDone = true));
  while (!isDone) {
    await new Promise(setImmediate);
    const due = clock.nextDueMs();
    if (due !== null) clock.advance(due - clock.monotonic());
  }
  return { value: await work, waitedMs: clock.monotonic() - startMs };
}

describe('a model', () => {
  it('is asked until nothing more is wanted, and what it used is told', async () => {
    const { open, sent } = world([
      answer({ prompt: 1000, completion: 100 }),
      answer({ prompt: 3000, completion: 200 }),
    ]);
    const model = open();
    expect(model.lastOutcome()).toBeNull();
    const { answers, record } = await ask(model, ['q', 'r']);
    expect(answers.map(({ sha256, ok }) => [sha256, ok])).toEqual([
      ['q', true],
      ['r', true],
    ]);
    expect(record).toEqual({
      provider: 'external_llm',
      model: 'm',
      model_reported: 'm-v2',
      requests: 2,
      requests_of_unknown_use: 0,
      requests_lost_in_a_restart: 0,
      prompt_tokens: 4000,
      completion_tokens: 300,
      cost_usd: 0.011,
      prompt_sha256: ['q', 'r'],
      not_answered: [],
    });
    expect(sent[0]?.idempotencyKey).toContain(paper.effectId);
    expect(model.lastOutcome()).toMatchObject({ ok: true });
  });

  it.each([
    ['a price is missing', { inputPriceUsd: null }, answer({ prompt: 1, completion: 1 })],
    ['its use is not told', {}, answer(null)],
  ])('costs an unknown sum where %s', async (_, more, reply) => {
    const { record } = await ask(world([reply], more).open());
    expect(record['cost_usd']).toBeNull();
  });

  it('that is busy is asked again after the pause it wants, or one that grows', async () => {
    const { open, clock, sent } = world([busy(7000), busy(), answer({ prompt: 1, completion: 1 })]);
    const { value, waitedMs } = await overPauses(clock, ask(open()));
    expect(value.answers[0]?.ok).toBe(true);
    expect(sent).toHaveLength(3);
    expect(waitedMs).toBeGreaterThanOrEqual(8000);
    expect(waitedMs).toBeLessThanOrEqual(9000);
    // Nothing was used by what was turned away.
    expect(value.record).toMatchObject({ requests: 3, requests_of_unknown_use: 0 });
  });

  it('that is always busy is left when its requests are used up, with the reason', async () => {
    const { open, clock, sent } = world([busy(), busy(), busy(), busy()]);
    const { value } = await overPauses(clock, ask(open()));
    expect(sent).toHaveLength(4);
    expect(value.answers[0]).toMatchObject({
      ok: false,
      reason: 'No answer: paper_writer_calls_max (4) is used up (last: the endpoint answered 429)',
    });
  });

  it('that wants more patience than there is, is not waited for', async () => {
    const { open, sent } = world([busy(limits.writerPauseMsMax + 1)]);
    const { answers } = await ask(open());
    expect(answers[0]).toMatchObject({ ok: false, reason: expect.stringContaining('patience') });
    expect(sent).toHaveLength(1);
  });

  it('that may have worked in vain is not asked again, and its use counts as the most it may be', async () => {
    const { open, sent } = world([failed(true)]);
    const { answers, record } = await ask(open());
    expect(sent).toHaveLength(1);
    expect(record).toMatchObject({ requests_of_unknown_use: 1, cost_usd: null });
    // Reasons are published.
    expect(JSON.stringify([answers, record])).not.toMatch(/sk-live|10\.1\.2\.3/);
  });

  it('is not asked beyond the tokens of a paper, and for less where less is left', async () => {
    const { open, sent } = world([answer(null), answer(null)], { tokensMax: 1600 });
    const { answers } = await ask(open(), ['q', 'r']);
    expect(sent.map(({ maxTokens }) => maxTokens)).toEqual([1000, 168]);
    expect(answers[1]).toMatchObject({ ok: true });
    const third = world([answer(null), answer(null)], { tokensMax: 1300 });
    const stopped = await ask(third.open(), ['q', 'r']);
    expect(third.sent).toHaveLength(1);
    expect(stopped.answers[1]).toMatchObject({
      ok: false,
      reason: expect.stringContaining('paper_writer_paper_tokens_max (1300)'),
    });
  });

  it('is not asked while nothing may be spent', async () => {
    const { open, sent } = world([]);
    const { answers, record } = await ask(open('the day is spent'));
    expect(sent).toEqual([]);
    expect(answers[0]).toMatchObject({
      ok: false,
      reason: 'The language model was not asked: the day is spent',
    });
    expect(record).toMatchObject({ requests: 0, cost_usd: 0 });
  });
});

describe('after the end of the process', () => {
  it('an answer that was noted is used, and nobody is asked', async () => {
    const { open, sent } = world([answer({ prompt: 10, completion: 20 })]);
    const first = await ask(open());
    const again = await ask(open());
    expect(sent).toHaveLength(1);
    expect(again).toEqual(first);
  });

  it('a question without a noted answer is asked again, which is said', async () => {
    const { open, sent } = world(['killed', answer({ prompt: 10, completion: 20 })]);
    await expect(ask(open())).rejects.toThrow('killed');
    const { record, answers } = await ask(open());
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(answers[0]?.ok).toBe(true);
    expect(record).toMatchObject({
      requests: 2,
      requests_lost_in_a_restart: 1,
      requests_of_unknown_use: 1,
      cost_usd: null,
    });
  });

  it('the bound on requests holds over all processes', async () => {
    const { open, sent } = world(['a', 'b', 'c', 'd', 'e']);
    for (let start = 0; start < 4; start += 1) await expect(ask(open())).rejects.toThrow();
    expect((await ask(open())).answers[0]?.ok).toBe(false);
    expect(sent).toHaveLength(4);
  });

  it('the next rewrite asks anew', async () => {
    const { open, sent } = world([answer(null), answer(null)]);
    await ask(open());
    await ask(open(), ['q'], { ...paper, effectId: 'paper/p--draft#7.0' });
    expect(sent).toHaveLength(2);
  });
});
