/** A disk that takes no more: whoever asked for work on a paper hears at once which it is, and by what code. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { EffectHandlers } from '../../../src/actors/runtime/effect-handler.ts';
import { type CommandName, runCommand } from '../../../src/control/commands/index.ts';
import type { CorpusIndexReport } from '../../../src/control/common/paper-tools.ts';
import type { PaperEffectOptions } from '../../../src/control/papers/effect-options.ts';
import { createWritingStops } from '../../../src/control/papers/writing-stops.ts';
import { createPaperEffects } from '../../../src/control/publication/effects.ts';
import { limits } from '../../../src/domain/limits.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { type PaperHost, plantPaper, startPaperHost } from '../../support/paper-host.ts';
import { openTestStore, someTime, type TestStore } from '../../support/store-fixtures.ts';

const full = 'ENOSPC: no space left on device, write';
const unmarked = { begin: () => 0, end() {} };
/** The effects where whatever is read or marked goes wrong with these words. */
function failingWith(fail: () => void, marks: PaperEffectOptions['marks'] = unmarked) {
  return createPaperEffects({
    reads: { get: async () => fail() },
    work: { removePaper: async () => fail() },
    artifactRoot: '/srv/state/artifacts',
    corpusDir: '/srv/corpus',
    marks,
    stops: createWritingStops(),
  } as unknown as PaperEffectOptions);
}
const throwing = (words: string) => () => {
  throw new Error(words);
};

describe('an effect that meets it', () => {
  const context = { signal: new AbortController().signal } as never;
  const run = (effects: EffectHandlers, name: string) =>
    effects[name]!.run({ paper_id: 'p', package_dir: 'x' }, context);

  it.each([
    [
      'paper.rewrite',
      full,
      'disk_full',
      /^the disk is full \(ENOSPC\); free space.* on the disk of state_dir, then ask again$/,
    ],
    [
      'corpus.import',
      "EDQUOT: disk quota exceeded, open '/srv/corpus/papers/a'",
      'disk_full',
      /^the disk of corpus\/papers\/a is full \(EDQUOT\); free space.* on the disk of corpus_dir, then ask again$/,
    ],
    [
      'review.package',
      "EROFS: read-only file system, mkdir '/srv/state/artifacts/a'",
      'disk_read_only',
      /^artifacts\/a is read-only \(EROFS\); make this writable again: state_dir, then ask again$/,
    ],
  ])('%s is given up, and says which, and what to do: %s', async (name, words, code, said) => {
    expect(await run(failingWith(throwing(words)), name)).toEqual({
      type: 'EFFECT_FAILED',
      effect: name,
      code,
      error: expect.stringMatching(said),
    });
  });
  it('is given up as well where not even its mark can be written', async () => {
    const marks = {
      begin: (): number => throwing(full)(),
      end() {},
    } as PaperEffectOptions['marks'];
    const effects = failingWith(() => {}, marks);
    expect(await run(effects, 'paper.draft')).toMatchObject({ code: 'disk_full' });
  });
  it('is told by its code, whatever the words say', async () => {
    const coded = (code: string, words: string) => () => {
      throw Object.assign(new Error(words), { code });
    };
    const written = coded('ENOSPC', 'the manifest cannot be written: no space left on device');
    expect(await run(failingWith(written), 'paper.draft')).toMatchObject({ code: 'disk_full' });
    const other = failingWith(coded('bad_reply', 'ENOSPC: as the writer of the paper says'));
    await expect(run(other, 'paper.draft')).rejects.toThrow(/says$/);
  });
  it.each([
    [
      'review.package',
      'EIO: i/o error, read',
      /^the disk fails \(EIO\): the log of the kernel says more$/,
    ],
    ['review.evaluate', full, /free space.* on the disk of state_dir/],
  ])('%s is tried again where that may help, or nobody waits: %s', async (name, words, said) => {
    await expect(run(failingWith(throwing(words)), name)).rejects.toThrow(said);
  });
});

describe('whoever asked', () => {
  let store: TestStore;
  let papers: PaperHost | undefined;
  beforeEach(() => {
    store = openTestStore();
  });
  afterEach(async () => {
    await papers?.host.drain(1000);
    papers = undefined;
    await store.journal.close();
  });

  const finalized = {
    paper: { status: 'publication_draft' },
    review: {
      status: 'finalized',
      package_dir: 'a/packages/p/package',
      lint_passes: true,
      audit_verdict: 'strict_pass',
    },
  } as const;
  const facts = { source_record_fingerprint: 'f', manifest_sha256: 'm', lint: 'p', audit: 'p' };
  const imported = { type: 'IMPORTED', public_id: 'a-1', title: 'A', index: 'built', ...facts };
  const index = { known: true, papers: 1, lint_passes: 1, strict_passes: 1, built_at: someTime };

  /** A host on which this effect finds no room until there is some; `tries` says how often it was begun. */
  async function meet(effect: string) {
    let isFull = true;
    let tries = 0;
    const failing = failingWith(() => {
      tries += 1;
      throw new Error(full);
    })[effect]!;
    const importing = async (): Promise<ActorEvent> => imported;
    papers = await startPaperHost({
      ...store,
      write: () => {},
      corpus: () => index as CorpusIndexReport,
      effects: {
        'corpus.import': { run: importing },
        [effect]: {
          ...failing,
          run: async (input, given) => (isFull ? failing.run(input, given) : importing()),
        },
      },
    });
    const { context } = papers;
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    const later = { ...context, control: { ...context.control, clock } };
    const ask = (name: CommandName, request: object, key: string | null = null) =>
      runCommand(later, name, { key, by: 'ann', request: request as never });
    const wait = (ms: number): void => {
      aheadMs += ms;
    };
    const free = (): void => {
      isFull = false;
    };
    return { ask, tries: () => tries, free, wait };
  }
  const by = { requested_by: 'ann', dry_run: false };

  it.each([
    ['rewrite_draft', 'paper.rewrite', { force: true }, {}, 'state_dir'],
    ['import_into_corpus', 'corpus.import', {}, finalized, 'corpus_dir'],
    ['prepare_package', 'review.package', { target_label: 'corpus' }, {}, 'state_dir'],
  ] as const)('of %s is told at once, by its code', async (name, effect, more, state, place) => {
    const paper_id = await plantPaper(store, 'a', state);
    const { ask, tries } = await meet(effect);
    await expect(ask(name, { paper_id, ...by, ...more })).rejects.toMatchObject({
      code: 'disk_full',
      status: 507,
      message: expect.stringContaining(`on the disk of ${place}, then ask again`),
    });
    expect(tries()).toBe(1);
  });
  it('of a removal from the corpus is told so, and may ask again', async () => {
    const paper_id = await plantPaper(store, 'a', finalized);
    const { ask, tries } = await meet('corpus.remove');
    await ask('import_into_corpus', { paper_id, ...by });
    const remove = { paper_id, reason: 'why', ...by };
    for (const count of [1, 2]) {
      await expect(ask('remove_from_corpus', remove)).rejects.toMatchObject({ code: 'disk_full' });
      expect(tries()).toBe(count);
    }
  });
  it('under a key has that as its answer, and under another what came of it then', async () => {
    const paper_id = await plantPaper(store, 'a', finalized);
    const { ask, tries, free } = await meet('corpus.import');
    const refused = { code: 'disk_full' };
    await expect(ask('import_into_corpus', { paper_id, ...by }, 'k1')).rejects.toMatchObject(
      refused,
    );
    free();
    await expect(ask('import_into_corpus', { paper_id, ...by }, 'k1')).rejects.toMatchObject({
      ...refused,
      replayed: true,
    });
    const { body } = await ask('import_into_corpus', { paper_id, ...by }, 'k2');
    expect(body).toMatchObject({ result: 'imported' });
    expect(tries()).toBe(1);
  });

  const checked = { lint_passes: true, audit_verdict: 'strict_pass' } as const;
  it.each([
    ['rewrite', 'rewrite_draft', 'paper.rewrite', { force: false }, {}],
    ['import', 'import_into_corpus', 'corpus.import', {}, finalized],
    [
      'package',
      'prepare_package',
      'review.package',
      { target_label: 'corpus' },
      { paper: { status: 'publication_draft' }, review: checked },
    ],
  ] as const)(
    'of publication is met again after a rest: %s',
    async (step, name, effect, more, state) => {
      const paper_id = await plantPaper(store, 'a', state);
      const { ask, wait } = await meet(effect);
      const next = async () => (await ask('publish_next', { ...by, dry_run: true })).body;
      expect(await next()).toMatchObject({ step, paper_id });
      await expect(ask(name, { paper_id, ...by, ...more })).rejects.toMatchObject({
        code: 'disk_full',
      });
      expect(await next()).toMatchObject({
        action: 'noop',
        skipped: [{ paper_id, reason: expect.stringMatching(/ENOSPC.*; it is tried again at 2/) }],
      });
      wait(limits.diskRestMs);
      expect(await next()).toMatchObject({ step, paper_id });
      // A clock that was put back by more than the rest puts it off no longer.
      wait(-3 * limits.diskRestMs);
      expect(await next()).toMatchObject({ step, paper_id });
    },
  );
});
