/**
 * The truth table on the screen: what the overview, the title of the tab and the page of readiness make of the
 * service's own replies while a check does not pass, or any other cause stands. None of it passes for the
 * all-clear; each says what is wrong, and what ends it. A check or a cause without a scene fails here.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOverview } from '../../../src/control/operations/overview.ts';
import { readinessCheckNames } from '../../../src/control/readiness/readiness.ts';
import { reasonCodes } from '../../../src/control/reliance/reason.ts';
import { readReadinessReply } from '../../../src/control/reliance/reliance.ts';
import { linesOf } from '../../../src/dashboard/acts/copy-lines.ts';
import { actWords, reasonWords } from '../../../src/dashboard/acts/reason-words.ts';
import {
  checkWords,
  readinessWords,
  stepsOf,
} from '../../../src/dashboard/operations/check-words.ts';
import type { Overview, Reason, Reply } from '../../../src/dashboard/service/wire.ts';
import { lastHeard, sentenceFor, titleMark } from '../../../src/dashboard/words/words.ts';
import { overviewReplySchema } from '../../../src/http/wire/overview.ts';
import { readinessReplySchema } from '../../../src/http/wire/readiness.ts';
import { causeCases, openWellService } from '../../support/cause-scenes.ts';
import { readinessCases, type Scene, wellScene } from '../../support/readiness-scenes.ts';

const allClear = 'You can leave it alone, but nobody is told when something goes wrong.';
let service: Awaited<ReturnType<typeof openWellService>>;

beforeEach(async () => {
  service = await openWellService();
});
afterEach(() => service.close());

const overWire = (body: object): unknown => JSON.parse(JSON.stringify(body));

/** What the dashboard is told in a scene. */
async function look(scene: Scene) {
  const context = await service.play(scene);
  const overview = await readOverview(context, { activeLimit: 10, eventLimit: 5 });
  const readiness = await readReadinessReply(context, { refreshWorker: false });
  return {
    overview: overviewReplySchema.parse(overWire(overview)) as Overview,
    readiness: readinessReplySchema.parse(overWire(readiness)) as Reply<'automation_readiness'>,
  };
}

/** Words for people, to the end of a sentence. */
function expectSentence(words: string | null): void {
  expect(words).toMatch(/^\S[\s\S]*[.!?]$/);
  expect(words).not.toMatch(/\/control\/|\bundefined\b|\bNaN\b/);
}

function expectRow(reason: Reason): void {
  const { mark, title, detail } = reasonWords(reason);
  expect(['failed', 'person', 'unknown']).toContain(mark);
  expect(title).toMatch(/\S/);
  if (detail !== null) expectSentence(detail);
  const ending = actWords(reason);
  expectSentence(ending?.words ?? null);
  if (ending?.button === null) return;
  expect(ending?.button).toMatch(/^\p{Lu}/u);
  expect(linesOf(reason, true).map(({ name }) => name)).toEqual(['curl', 'command']);
}

const scenes: Readonly<Partial<Record<string, Scene>>> = Object.fromEntries(
  Object.entries({ ...readinessCases, ...causeCases }).map(([code, { fails }]) => [code, fails]),
);
const checkNames: readonly string[] = readinessCheckNames;

describe('the screen', () => {
  it.each([
    ...reasonCodes.map((code) => ({ what: code, code, scene: scenes[code] })),
    { what: 'no worker at all', code: 'worker_preflight', scene: { targets: [] } },
  ])('shows no all-clear because of $what', async ({ code, scene }) => {
    if (scene === undefined) throw new Error(`no scene brings ${code} about`);
    const { overview, readiness } = await look(scene);
    const { tone, verdict, because } = sentenceFor(overview);
    expect(tone).not.toBe('calm');
    expect(verdict).not.toMatch(/^You can leave it alone/);
    expectSentence(verdict);
    expectSentence(because);
    expect(titleMark(overview)).toMatch(/^\((?:[1-9]\d*|\?)\) $/);

    const { reasons = [] } = overview;
    for (const reason of reasons) expectRow(reason);
    const open = (readiness.checks ?? []).filter(({ ok }) => ok !== true);
    const stands = checkNames.includes(code)
      ? open.map(({ name }) => name)
      : reasons.map((reason) => reason.code);
    expect(stands).toContain(code);
    for (const check of open) {
      const { mark, title, detail } = checkWords(check);
      expect(['failed', 'unknown']).toContain(mark);
      expect(title).toMatch(/^\p{Lu}[^_]*$/u);
      expectSentence(detail);
      const { reasons: causes, whyNone } = stepsOf(check, readiness.reasons ?? []);
      expect({ check: check.name, whyNone }).toEqual({ check: check.name, whyNone: null });
      for (const reason of causes) expectRow(reason);
    }
  });

  it('shows it where all is well, and not while nobody can be asked', async () => {
    const { overview } = await look(wellScene);
    const said = sentenceFor(overview);
    expect(said).toMatchObject({ tone: 'calm', verdict: allClear });
    expect(said.because).toMatch(/No backups are made\.$/);
    const looked = sentenceFor({ ...overview, cautions: [] });
    expect(looked.verdict).toBe('You can leave it alone.');
    expect(titleMark(overview)).toBe('');
    expect(lastHeard(said)).toMatchObject({
      tone: 'unknown',
      verdict: expect.stringMatching(/^Not known now/),
    });
  });

  it('does not say that every check passes where one has nothing to check, or it cannot be left alone', async () => {
    const { readiness } = await look(wellScene);
    const unset = (readiness.cautions ?? []).map(({ check }) => check);
    expect(unset).toEqual(['alert_channels', 'heartbeat', 'backup_recent']);
    const passed = readiness.checks?.filter(({ ok }) => ok).map(({ name }) => name);
    expect(passed).toEqual(expect.arrayContaining(unset));
    const some = { open: 0, unset: unset.length };
    const all = { open: 0, unset: 0 };
    expect(readinessWords(readiness, some)).toEqual({
      mark: 'done',
      words: 'Ready: every check of what is set up passes',
    });
    expect(readinessWords(readiness, all).words).toBe('Ready: every check passes');
    const reasons = [{ title: 'Nothing starts by itself' }];
    expect(readinessWords({ ...readiness, leave_alone: false, reasons }, all)).toEqual({
      mark: 'person',
      words: 'Every check passes, yet it cannot be left alone: Nothing starts by itself',
    });
  });

  it('says of a check that another reason explains where its act is, and of one without any that there is none', () => {
    const check = { name: 'pump', status: 'failing', action: 'GET /control/api/v1/pump' } as const;
    const other: Reason = { code: 'store_writable' };
    expect(stepsOf(check, [other]).whyNone).toContain('the overview has that');
    expect(stepsOf(check, []).whyNone).toBe('The service named no act for it.');
    expect(stepsOf({ ...check, action: 'wait' }, []).step).toBe('wait.');
  });
});
