/** The criterion of a run is registered in the turn that claims its item, once, and then stays as it is. */
import { describe, expect, it } from 'vitest';
import { type Evaluation, registrationOf } from '../../../src/domain/entities/evaluation.ts';
import type { ProjectEvent } from '../../../src/machines/project/events.ts';
import { projectSpec } from '../../../src/machines/project/spec.ts';
import type { QueueItemEvent } from '../../../src/machines/queue-item/events.ts';
import { queueItemSpec } from '../../../src/machines/queue-item/spec.ts';
import type { RunEvent } from '../../../src/machines/run/events.ts';
import { runSpec } from '../../../src/machines/run/spec.ts';
import { promptOfRun } from '../../../src/worker-client/resume-prompt.ts';
import { createPlay, type Given } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);
const evaluation: Evaluation = { metric: 'speedup', direction: 'at_least', threshold: 2 };
const lower: Evaluation = { ...evaluation, threshold: 0.5 };

const enqueue: Event = {
  type: 'ENQUEUE',
  project_id: 'p',
  project_name: 'P',
  project_dir: 'p',
  prompt: 'measure it',
  selection_rank: 50,
  dispatch_priority: 10,
  auto_continue: false,
  max_continues: 0,
  max_retries: 2,
  machine_target: null,
  workload_class: 'training',
  model: null,
  reasoning_effort: 'high',
  sandbox: 'workspace-write',
};
const withEvaluation: Event = { ...enqueue, evaluation };
const claimOf = (run: string): Event => ({
  type: 'CLAIM',
  run_id: run,
  lane: 'http://gpu-1:8787',
  worker_target: 'gpu-1',
  lease_ms: 60_000,
  stale_after_ms: 30 * 60_000,
});
const busy: Event = { type: 'WORKER_REFUSED', run_id: 'r1', error: 'busy', code: 'worker_busy' };
const edit = (to: Evaluation | null): Event => ({ type: 'EDIT', fields: { evaluation: to } });

describe('an evaluation', () => {
  it('goes with the claim to the run and to the effect that calls the worker, in one turn', () => {
    const { state, told, performed } = play([withEvaluation], claimOf('r1'));
    const registration = registrationOf(evaluation);
    expect(told[0]).toMatchObject({
      to: { kind: 'run', id: 'r1' },
      event: { type: 'PREPARE', registration },
    });
    expect(performed).toMatchObject([{ effect: 'worker.start_run', input: { evaluation } }]);
    expect(state.evaluation_run_id).toBe('r1');
  });

  it('that is not there registers nothing and leaves no trace', () => {
    const { state, told, performed } = play([enqueue], claimOf('r1'));
    expect(told[0]?.event).not.toHaveProperty('registration');
    expect(performed[0]?.input).not.toHaveProperty('evaluation');
    expect(state.evaluation_run_id).toBeNull();
  });

  it('is edited until a run was registered with it, and the project hears of it', () => {
    const { state, told } = play([withEvaluation], edit(lower));
    expect(state.evaluation).toEqual(lower);
    expect(told).toMatchObject([
      { to: { kind: 'project', id: 'p' }, event: { type: 'LABEL', evaluation: lower } },
    ]);
  });

  it.each<[string, Event[]]>([
    ['while the run goes on', [withEvaluation, claimOf('r1')]],
    ['after the worker refused the run', [withEvaluation, claimOf('r1'), busy]],
  ])('is not edited %s', (_, history) => {
    for (const to of [lower, null]) {
      const { accepted, refusal, state, before } = play(history, edit(to));
      expect([accepted, refusal?.code]).toEqual([false, 'evaluation_registered']);
      expect(refusal?.message).toContain('r1');
      expect(state).toBe(before);
    }
  });

  it('that comes while a run without one goes on is registered with the next run', () => {
    const late: Event[] = [enqueue, claimOf('r1'), edit(evaluation), busy];
    expect(play(late.slice(0, 2), edit(evaluation)).state.evaluation_run_id).toBeNull();
    const { state, told } = play(late, claimOf('r2'));
    expect(state.evaluation_run_id).toBe('r2');
    expect(told[0]).toMatchObject({ event: { registration: registrationOf(evaluation) } });
  });

  it('is registered anew with each run, always the same', () => {
    const { state, told } = play([withEvaluation, claimOf('r1'), busy], claimOf('r2'));
    expect(told[0]).toMatchObject({
      to: { id: 'r2' },
      event: { registration: registrationOf(evaluation) },
    });
    expect(state.evaluation_run_id).toBe('r1');
  });
});

describe('a registered run', () => {
  const prepare: RunEvent = {
    type: 'PREPARE',
    run_id: 'r1',
    project_id: 'p',
    attempt: 1,
    dispatch_mode: 'exec',
    worker_target: 'gpu-1',
    workload_class: 'training',
    session_id: null,
  };
  const playRun = createPlay(runSpec, 'r1');

  it('has an event of its own for the criterion and keeps it', () => {
    const registration = registrationOf(evaluation);
    const { records, actions, state } = playRun([], { ...prepare, registration });
    expect(records).toEqual(['run.prepared', 'run.registered']);
    expect(actions).toContainEqual({
      type: 'record',
      params: {
        event_type: 'run.registered',
        payload: { project_id: 'p', evaluation, sha256: registration.sha256 },
      },
    });
    expect(state.registration).toEqual(registration);
    expect(playRun([], prepare).records).toEqual(['run.prepared']);
  });

  it('is prepared once: a second word changes nothing', () => {
    const registration = registrationOf(lower);
    const { accepted, state } = playRun(
      [{ ...prepare, registration: registrationOf(evaluation) }],
      { ...prepare, registration },
    );
    expect(accepted).toBe(false);
    expect(state.registration?.evaluation).toEqual(evaluation);
  });
});

describe('a project', () => {
  it('has the evaluation of its idea, and what its item says later', () => {
    const playProject = createPlay(projectSpec);
    const create = {
      type: 'CREATE',
      project_id: 'p',
      project_name: 'P',
      project_dir: 'p',
      prompt: 'measure it',
      hypothesis: null,
      evaluation,
      source_kind: 'test',
      source_ref: null,
      parent_project_id: null,
      lineage_depth: 0,
      tags: [],
      intake_batch: null,
      title_key: null,
      enqueue,
    } as unknown as Given<ProjectEvent>;
    expect(playProject([], create).state.evaluation).toEqual(evaluation);
    const label: ProjectEvent = { type: 'LABEL', labels: {}, evaluation: null, note: null };
    expect(playProject([create], label).state.evaluation).toBeNull();
    expect(
      playProject([create], { type: 'LABEL', labels: {}, note: null }).state.evaluation,
    ).toEqual(evaluation);
  });
});

describe('the agent', () => {
  it.each([
    { mode: 'exec', session_id: null, prompt: null },
    { mode: 'exec', session_id: null, prompt: 'Only this.' },
    { mode: 'resume', session_id: 's', prompt: null },
    { mode: 'resume', session_id: null, prompt: 'Go.' },
  ] as const)('is told the criterion with the prompt: %o', (wish) => {
    const plain = promptOfRun(wish, 'The task.');
    const told = promptOfRun({ ...wish, evaluation }, 'The task.');
    expect(told.startsWith(plain)).toBe(true);
    expect(told.slice(plain.length)).toContain('speedup is at least 2');
  });
});
