/** Control switches, worker targets, projects, intake batches and corpus entries. */
import { describe, expect, it } from 'vitest';
import type { ControlEvent } from '../../../src/machines/control/events.ts';
import { controlSpec } from '../../../src/machines/control/spec.ts';
import type { CorpusEntryEvent } from '../../../src/machines/corpus-entry/events.ts';
import { corpusEntrySpec } from '../../../src/machines/corpus-entry/spec.ts';
import { intakeSpec } from '../../../src/machines/intake/spec.ts';
import type { CreateEvent, ProjectEvent } from '../../../src/machines/project/events.ts';
import { projectSpec } from '../../../src/machines/project/spec.ts';
import type { UpkeepEvent } from '../../../src/machines/upkeep/events.ts';
import { upkeepSpec } from '../../../src/machines/upkeep/spec.ts';
import type { WorkerTargetEvent } from '../../../src/machines/worker-target/events.ts';
import { workerTargetSpec } from '../../../src/machines/worker-target/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

describe('control', () => {
  const play = createPlay(controlSpec, 'main');
  const pause = (maintenance: boolean): Given<ControlEvent> => ({
    type: 'PAUSE',
    reason: 'upgrade',
    maintenance_mode: maintenance,
  });

  it('refuses to resume what is open', () => {
    expect(play([], { type: 'RESUME' }).refusal?.code).toBe('not_paused');
  });

  it.each([
    [[], pause(false), 'paused', 'control.paused'],
    [[], pause(true), 'maintenance', 'control.maintenance_started'],
    [[pause(false)], pause(true), 'maintenance', 'control.maintenance_started'],
    [[pause(true)], pause(false), 'paused', 'control.paused'],
    [[pause(true)], { type: 'RESUME' } as const, 'open', 'control.resumed'],
  ])('%#: to %3$s, recorded as %4$s', (history, event, status, record) => {
    const { state, records } = play(history, event);
    expect([state.status, records]).toEqual([status, [record]]);
    expect(state).toMatchObject({
      changed_by: 'ada',
      reason: status === 'open' ? null : 'upgrade',
    });
  });
});

describe('a worker target', () => {
  const play = createPlay(workerTargetSpec, 'gpu-1');
  const observed = (ok: boolean): Given<WorkerTargetEvent> => ({
    type: 'OBSERVED',
    target: 'gpu-1',
    url: 'http://gpu-1',
    ok,
    reason: ok ? null : 'memory low',
    observation: { checks: 3 },
  });
  const lost: Given<WorkerTargetEvent> = {
    type: 'UNREACHABLE',
    target: 'gpu-1',
    url: 'http://gpu-1',
    reason: 'timed out',
  };

  it.each([
    [[], observed(true), 'healthy', 'worker_target.discovered'],
    [[observed(true)], observed(true), 'healthy', 'worker_target.observed'],
    [[observed(true)], observed(false), 'degraded', 'worker_target.degraded'],
    [[observed(false)], observed(false), 'degraded', 'worker_target.observed'],
    [[observed(true)], lost, 'unreachable', 'worker_target.lost'],
    [[lost], lost, 'unreachable', 'worker_target.observed'],
    [[lost], observed(true), 'healthy', 'worker_target.recovered'],
  ])('%#: is %3$s, recorded as %4$s', (history, event, status, record) => {
    const { state, records } = play(history, event);
    expect([state.status, records]).toEqual([status, [record]]);
  });

  it('is as it is since it was first seen at the address that it has now', () => {
    const moved = { ...observed(true), url: 'http://elsewhere:8787' };
    expect(play([observed(true), observed(true)], moved).state).toMatchObject({
      url: moved.url,
      since: minute(2),
    });
  });

  it('keeps since when it is as it is, and when it last passed', () => {
    expect(play([observed(true)], observed(true)).state).toMatchObject({
      since: minute(0),
      last_success_at: minute(1),
    });
    expect(play([observed(true), lost], lost).state).toMatchObject({
      since: minute(1),
      last_success_at: minute(0),
    });
    const { state } = play([lost], { ...lost, failures: 7, unrecorded: 3 });
    expect(state.consecutive_failures).toBe(7);
  });

  it('counts silence and keeps the last observation with its own time', () => {
    const { state } = play([observed(true), lost], lost);
    expect(state).toMatchObject({
      consecutive_failures: 2,
      observation: { checks: 3 },
      observed_at: minute(0),
      reason: 'timed out',
    });
    expect(play([observed(true), lost], observed(true)).state.consecutive_failures).toBe(0);
  });
});

describe('a project', () => {
  const play = createPlay(projectSpec, 'p');
  const create: Given<CreateEvent> = {
    type: 'CREATE',
    project_id: 'p',
    project_name: 'P',
    project_dir: 'p',
    prompt: 'do it',
    hypothesis: null,
    source_kind: 'api',
    source_ref: null,
    parent_project_id: null,
    lineage_depth: 0,
    tags: ['gpu'],
    intake_batch: null,
    title_key: null,
    enqueue: {
      type: 'ENQUEUE',
      project_id: 'p',
      project_name: 'P',
      project_dir: 'p',
      prompt: 'do it',
      selection_rank: 50,
      dispatch_priority: 50,
      auto_continue: false,
      max_continues: 0,
      max_retries: 2,
      machine_target: null,
      workload_class: 'unknown',
      model: null,
      reasoning_effort: 'medium',
      sandbox: '',
    },
  };

  it('is created once', () => {
    expect(play([create], create).refusal?.code).toBe('already_exists');
  });

  it('is recorded and enqueued in one turn', () => {
    const { state, records, told } = play([], create);
    expect(state).toMatchObject({ status: 'recorded', tags: ['gpu'], created_at: minute(0) });
    expect(records).toEqual(['project.created']);
    expect(told).toEqual([{ to: { kind: 'queue_item', id: 'p' }, event: create.enqueue }]);
  });

  it('takes the labels that its queue item says, and leaves those that it does not', () => {
    const label = (tags?: string[]): Given<ProjectEvent> => ({
      type: 'LABEL',
      labels: tags === undefined ? {} : { tags },
      note: null,
    });
    expect(play([], label(['a'])).refusal?.code).toBe('project_not_found');
    const { state, records, before } = play([create], label(['fast', 'cpu']));
    expect(state).toEqual({ ...before, tags: ['fast', 'cpu'], updated_at: minute(1) });
    expect(records).toEqual(['project.labeled']);
    expect(play([create, label([])], label()).state.tags).toEqual([]);
  });
});

describe('an intake batch', () => {
  const play = createPlay(intakeSpec, 'batch-1');
  const record = {
    type: 'RECORD',
    source: 'notes',
    created: 2,
    skipped: 1,
    reply: { ok: true },
  } as const;

  it('is recorded once', () => {
    expect(play([record], record).refusal?.code).toBe('already_recorded');
  });

  it('replies what the caller shall get', () => {
    const { reply, records, state } = play([], record);
    expect([reply, records]).toEqual([{ ok: true }, ['intake.ideas_recorded']]);
    expect(state).toMatchObject({ source: 'notes', created: 2, skipped: 1 });
  });
});

describe('a corpus entry', () => {
  const play = createPlay(corpusEntrySpec, 'r1--draft');
  type Event = Given<CorpusEntryEvent>;
  const start: Event = {
    type: 'IMPORT',
    paper_id: 'r1--draft',
    project_id: 'p',
    run_id: 'r1',
    title: 'T',
    package_dir: 'd',
  };
  const imported: Event = {
    type: 'IMPORTED',
    public_id: 'pub-1',
    title: 'T',
    source_record_fingerprint: 'f',
    manifest_sha256: 'm',
    lint: 'pass',
    audit: 'strict_pass',
    index: 'rebuilt',
  };
  const failed: Event = { type: 'IMPORT_FAILED', error: 'audit fails', problems: ['claim 3'] };

  it.each<[string, Event[], Event, string]>([
    ['a second import while one is under way', [start], start, 'import_in_progress'],
    ['an import of what is imported', [start, imported], start, 'already_imported'],
    ['a result nobody asked for', [], imported, 'transition_refused'],
  ])('refuses %s', (_, history, event, code) => {
    expect(play(history, event).refusal?.code).toBe(code);
  });

  it('is imported and answers with the ledger row', () => {
    const { state, answers, records } = play([start], imported);
    expect(state).toMatchObject({ status: 'imported', public_id: 'pub-1', imported_at: minute(1) });
    expect(answers).toMatchObject([
      { key: 'k0', body: { result: 'imported', public_id: 'pub-1', index: 'rebuilt' } },
    ]);
    expect(records).toEqual(['corpus.imported']);
  });

  it.each<[string, Event, string[]]>([
    ['the import', failed, ['claim 3']],
    ['the effect', { type: 'EFFECT_FAILED', effect: 'corpus.import', error: 'audit fails' }, []],
  ])('fails visibly with %s and can be tried again', (_, event, problems) => {
    const { state, answers } = play([start], event);
    expect(state).toMatchObject({
      status: 'failed',
      last_error: 'audit fails',
      pending_request: null,
    });
    expect(answers).toMatchObject([{ key: 'k0', body: { result: 'failed', problems } }]);
    expect(play([start, event], start).performed).toMatchObject([{ effect: 'corpus.import' }]);
  });

  const remove: Event = { type: 'REMOVE', reason: 'withdrawn' };
  const removed: Event = { type: 'REMOVED', index: 'built' };

  it.each<[string, Event[], Event, string]>([
    [
      'a removal without a reason',
      [start, imported],
      { type: 'REMOVE', reason: ' ' },
      'note_required',
    ],
    ['a removal of what is not there', [start, failed], remove, 'transition_refused'],
    ['an import while it is removed', [start, imported, remove], start, 'import_in_progress'],
    ['an import of what was removed', [start, imported, remove, removed], start, 'removed'],
  ])('refuses %s', (_, history, event, code) => {
    expect(play(history, event).refusal?.code).toBe(code);
  });

  it('is removed with who, when and why, and comes back only where somebody wants it', () => {
    const { state, answers, records } = play([start, imported, remove], removed);
    expect(state).toMatchObject({
      status: 'removed',
      public_id: 'pub-1',
      removed_by: 'ada',
      removal_reason: 'withdrawn',
      removed_at: minute(3),
      former_public_ids: ['pub-1'],
    });
    expect(answers).toMatchObject([{ key: 'k2', body: { result: 'removed', public_id: 'pub-1' } }]);
    expect(records).toEqual(['corpus.removed']);
    const again: Event = { ...start, accept_duplicate: true };
    const history = [start, imported, remove, removed];
    expect(play(history, again).performed).toMatchObject([
      { effect: 'corpus.import', input: { accept_duplicate: true } },
    ]);
    const back = play([...history, again], { ...imported, public_id: 'pub-2' });
    expect(back.state).toMatchObject({
      status: 'imported',
      public_id: 'pub-2',
      removed_at: null,
      former_public_ids: ['pub-1'],
    });
  });

  it('says once that its files drift, once that they are as they were, and stays in the corpus', () => {
    const read = (drift: string | null): Event => ({ type: 'FILES_READ', mark: 'm', drift });
    const changed = read('paper.md does not match its checksum');
    expect(play([start], changed).accepted).toBe(false);
    expect(play([start, imported], read(null)).records).toEqual(['corpus.files_read']);
    const first = play([start, imported, read(null)], changed);
    expect(first.records).toEqual(['corpus.drifted']);
    expect(first.state).toMatchObject({
      status: 'imported',
      drift: 'paper.md does not match its checksum',
      drift_since: minute(3),
    });
    const more = play([start, imported, changed], read('paper.md is missing'));
    expect(more.records).toEqual(['corpus.files_read']);
    expect(more.state).toMatchObject({ drift: 'paper.md is missing', drift_since: minute(2) });
    const sound = play([start, imported, changed], read(null));
    expect(sound.records).toEqual(['corpus.sound_again']);
    expect(sound.state).toMatchObject({ drift: null, drift_since: null });
    const gone = play([start, imported, changed, remove], removed);
    expect(gone.state).toMatchObject({ status: 'removed', drift: null, looked_mark: null });
  });

  it('stays in the corpus where its removal fails', () => {
    const { state } = play([start, imported, remove], {
      type: 'REMOVAL_FAILED',
      error: 'not there',
      problems: ['not there'],
    });
    expect(state).toMatchObject({ status: 'imported', removed_by: null, last_error: 'not there' });
  });
});

describe('the schedule of backups', () => {
  const play = createPlay(upkeepSpec, 'main');
  const hourMs = 3_600_000;
  const want = (interval_ms: number | null): Given<UpkeepEvent> => ({
    type: 'CONFIGURE',
    interval_ms,
  });
  const made: Given<UpkeepEvent> = {
    type: 'BACKED_UP',
    name: 'backup-1',
    event_id: 7,
    files: 2,
    bytes: 10,
    kept: 1,
    deleted: [],
  };
  const failed: Given<UpkeepEvent> = { type: 'BACKUP_FAILED', error: 'no room' };
  const due: Given<UpkeepEvent> = { type: 'BACKUP_DUE' };
  const timerIn = ({ actions }: ReturnType<typeof play>): unknown =>
    actions.flatMap((action): (string | number)[] =>
      action.type === 'schedule'
        ? [action.params.delay_ms]
        : action.type === 'cancel'
          ? ['off']
          : [],
    );

  it('refuses a result that nobody waits for, and to stop what is not on', () => {
    expect(play([], made).accepted).toBe(false);
    expect(play([want(hourMs), made], made).accepted).toBe(false);
    expect(play([], want(null)).accepted).toBe(false);
  });

  it('makes the first one at once, and the next one after the interval', () => {
    const first = play([], want(24 * hourMs));
    expect([first.state.status, first.performed]).toEqual([
      'backing_up',
      [expect.objectContaining({ effect: 'upkeep.backup' })],
    ]);
    const after = play([want(24 * hourMs)], made);
    expect([after.state.status, timerIn(after)]).toEqual(['waiting', [24 * hourMs]]);
    expect(after.state).toMatchObject({ backups_made: 1, last_backup_at: minute(1) });
    expect(play([want(24 * hourMs), made], due).performed).toHaveLength(1);
  });

  it('tries again within the hour what failed, at a start at once, and keeps what was made before', () => {
    const history = [want(24 * hourMs), made, due];
    const after = play(history, failed);
    expect([after.state.status, timerIn(after)]).toEqual(['failed', [hourMs]]);
    expect(after.state).toMatchObject({ last_error: 'no room', last_backup: { name: 'backup-1' } });
    expect(timerIn(play([want(60_000)], failed))).toEqual([60_000]);
    const again = play([...history, failed], want(24 * hourMs));
    expect([again.state.status, timerIn(again)]).toEqual(['backing_up', ['off']]);
    expect(play([...history, failed, due], made).state).toMatchObject({ last_error: null });
  });

  it('takes a new interval from now on, and stops when none is wanted', () => {
    const history = [want(24 * hourMs), made];
    expect(timerIn(play(history, want(hourMs)))).toEqual([hourMs]);
    const off = play(history, want(null));
    expect([off.state.status, timerIn(off)]).toEqual(['off', ['off']]);
    expect(play([want(hourMs)], want(null)).state.status).toBe('off');
  });
});
