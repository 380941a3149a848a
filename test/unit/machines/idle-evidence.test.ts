/** Additional evidence of the idle gate: what it holds back, for how long, and what it never does. */
import { describe, expect, it } from 'vitest';
import {
  defaultEvidenceRules,
  type EvidenceRules,
  evidenceModes,
  evidenceNames,
} from '../../../src/domain/idle-evidence.ts';
import { type Change, createGate, profile, sampleAt } from './idle-samples.ts';

const allOff = Object.fromEntries(
  evidenceNames.map((name) => [`evidence_${name}`, 'off']),
) as unknown as EvidenceRules;

/** A gate that looks at nothing but what `rules` names. */
function createEvidenceGate(rules: Partial<EvidenceRules>) {
  const evidence = { ...defaultEvidenceRules, ...allOff, ...rules };
  return createGate({ profile: { ...profile, evidence }, coreCount: 16 });
}

const light: Change = { gpu: { power_w: 200, sm_clock_mhz: 1770, utilization_pct: 3 } };
const held: Change = { gpu: { power_w: 120, sm_clock_mhz: 1980, memory_used_mib: 100 } };
/** A sign of each kind, over a machine that has rested before. */
const signs: Record<(typeof evidenceNames)[number], Change> = {
  compute_process: { gpu: { compute_owners: { run: 0, others: 0, nobody: 1 } } },
  run_cpu: { processes: { cpu_cores: 0.5 } },
  machine_cpu: { cpu_pct: 10 },
  io_pressure: { pressure: { io: 10 } },
  run_io: { processes: { read_mib_s: 0.4, write_mib_s: 0.6 } },
  gpu_power: { gpu: { power_w: 99 } },
  gpu_clock: { gpu: { sm_clock_mhz: 1980 } },
};

describe.each(evidenceNames)('%s', (name) => {
  const field = `evidence_${name}` as const;

  it('breaks the quiet when it is required absent, and quiet then lasts the sustain time', () => {
    const { gate, feed } = createEvidenceGate({ [field]: 'require' });
    feed(0, 20);
    const step = gate.next(sampleAt(25, signs[name]));
    expect(step).toMatchObject({ state: 'busy', window_progress_ms: 0, needs_confirmation: false });
    expect(step.reasons[0]).toMatch(new RegExp(`^${name} is .*, evidence from`));
    expect(gate.window()).toBeNull();
    expect(feed(30, 55)).toMatchObject({ state: 'quiet_candidate', needs_confirmation: false });
    expect(feed(60, 60)).toMatchObject({ window_progress_ms: 30_000, needs_confirmation: true });
    expect(gate.confirm(sampleAt(61)).state).toBe('idle');
  });

  it('makes quiet last longer when it delays, and then is no obstacle', () => {
    const { gate, feed } = createEvidenceGate({ [field]: 'delay', evidence_delay_factor: 3 });
    feed(0, 15);
    expect(feed(20, 100, signs[name])).toMatchObject({
      state: 'quiet_candidate',
      required_ms: 90_000,
    });
    expect(gate.current().needs_confirmation).toBe(true);
    expect(gate.confirm(sampleAt(101, signs[name])).state).toBe('idle');
  });

  it('does not yet let a verdict come within the longer time', () => {
    const { gate, feed } = createEvidenceGate({ [field]: 'delay', evidence_delay_factor: 3 });
    feed(0, 15);
    expect(feed(20, 85, signs[name]).needs_confirmation).toBe(false);
    // It has slid out of the window by then, and quiet lasts long since.
    expect(feed(90, 115).state).toBe('quiet_candidate');
    expect(feed(120, 120)).toMatchObject({ required_ms: 30_000, needs_confirmation: true });
    expect(gate.confirm(sampleAt(121)).state).toBe('idle');
  });

  it('makes nothing longer by a factor of 1, and does not say that it did', () => {
    const said = (factor: number) => {
      const { gate, feed } = createEvidenceGate({
        [field]: 'delay',
        evidence_delay_factor: factor,
      });
      feed(0, 15);
      return { ...feed(20, 40, signs[name]), confirmed: gate.confirm(sampleAt(41, signs[name])) };
    };
    expect(said(1)).toMatchObject({ required_ms: 30_000, confirmed: { state: 'idle' } });
    expect(said(1).reasons).toEqual([]);
    expect(said(2).reasons).toEqual([expect.stringMatching(/, so quiet must last longer$/)]);
  });

  it('is not looked at when it is off', () => {
    const { gate, feed } = createEvidenceGate({ [field]: 'off' });
    feed(0, 15);
    expect(feed(20, 30, signs[name]).needs_confirmation).toBe(true);
    expect(gate.evidence()).toEqual([]);
  });
});

describe('the rule in the receipt', () => {
  const rules = { evidence_run_cpu: 'delay', evidence_run_io: 'require' } as const;
  const ruleAt = ({ gate }: ReturnType<typeof createEvidenceGate>, sec: number): unknown =>
    gate.confirm(sampleAt(sec)).receipt?.rule?.name;

  it('is the sustain time where evidence was looked for and not found', () => {
    const held = createEvidenceGate(rules);
    held.feed(0, 30);
    expect(ruleAt(held, 31)).toBe('sustain_time');
  });

  it.each([
    ['delays', signs.run_cpu, 65],
    ['is required absent', signs.run_io, 55],
  ])('is evidence where one that %s made the verdict later', (_, sign, untilSec) => {
    const held = createEvidenceGate(rules);
    held.feed(0, 15);
    held.feed(20, 20, sign);
    expect(held.feed(25, 30).needs_confirmation).toBe(false);
    expect(held.feed(35, untilSec).needs_confirmation).toBe(true);
    const { receipt } = held.gate.confirm(sampleAt(untilSec + 1));
    expect(receipt?.rule).toEqual({ name: 'evidence', says: expect.stringContaining('later') });
  });

  it('is the sustain time again for a quiet that began after the evidence', () => {
    const held = createEvidenceGate(rules);
    held.feed(0, 15);
    held.feed(20, 30, signs.run_io);
    held.gate.next(sampleAt(35, { alive: 1 }));
    held.feed(40, 70);
    expect(ruleAt(held, 71)).toBe('sustain_time');
  });

  it('is the doubt where readings contradict each other, and the wait where that was over', () => {
    const doubted = createEvidenceGate({});
    const ghost: Change = { gpu: { memory_used_mib: 2000, compute_pids: [] } };
    doubted.feed(0, 60, ghost);
    const { receipt } = doubted.gate.confirm(sampleAt(61, ghost));
    expect(receipt?.rule?.name).toBe('doubted_sensors');
    const { gate } = createGate({ maxWaitMs: 10_000 });
    expect(gate.next(sampleAt(11)).receipt?.rule?.name).toBe('longest_wait');
  });
});

describe('unknown evidence', () => {
  const unknown: Change = {
    gpu: { power_w: null, sm_clock_mhz: null, compute_pids: null },
    processes: { cpu_cores: null, read_mib_s: null, write_mib_s: null },
    pressure: { io: null },
  };

  it.each(evidenceModes)('neither holds back nor hastens in mode %s', (mode) => {
    const rules = Object.fromEntries(evidenceNames.map((name) => [`evidence_${name}`, mode]));
    const { gate, feed } = createEvidenceGate(rules);
    expect(feed(0, 25, unknown).needs_confirmation).toBe(false);
    expect(feed(30, 30, unknown).needs_confirmation).toBe(true);
    const { receipt } = gate.confirm(sampleAt(31, unknown));
    expect(receipt?.verdict).toBe('idle');
    const readings = receipt!.evidence!.readings.filter(({ name }) => name !== 'machine_cpu');
    for (const each of readings) {
      expect(each).toMatchObject({ value: null, margin: null, signs: 0 });
      expect(each.unknown).toBeGreaterThan(6);
    }
  });

  it('knows no busy cores of a machine whose cores are not counted', () => {
    const evidence = { ...defaultEvidenceRules, evidence_machine_cpu: 'require' as const };
    const { feed } = createGate({ profile: { ...profile, evidence }, coreCount: null });
    expect(feed(0, 30, { cpu_pct: 30 }).needs_confirmation).toBe(true);
  });
});

describe('GPU power', () => {
  const rules = { evidence_gpu_power: 'require' } as const;

  it('shows light work that use and memory do not', () => {
    const { gate, feed } = createEvidenceGate(rules);
    feed(0, 20, held);
    expect(feed(25, 300, light).state).toBe('busy');
    expect(gate.current().reasons).toEqual(['gpu_power is 200, evidence from 150 on']);
    expect(feed(305, 335, held).needs_confirmation).toBe(true);
  });

  it('takes a context that is merely held for rest, though it needs more than none', () => {
    const { feed } = createEvidenceGate(rules);
    feed(0, 20);
    expect(feed(25, 55, held)).toMatchObject({ needs_confirmation: true });
  });

  it('does not take a reading for rest that lags behind a clock that has just risen', () => {
    const { gate, feed } = createEvidenceGate(rules);
    feed(0, 20);
    gate.next(sampleAt(25, { gpu: { power_w: 79, sm_clock_mhz: 1980 } }));
    expect(feed(30, 60, held).needs_confirmation).toBe(true);
  });

  it('is explained by others who compute there, but not by somebody unknown beside them', () => {
    const by = (owners: { run: number; others: number; nobody: number }): Change => ({
      gpu: { ...light.gpu, compute_owners: owners },
    });
    const { feed } = createEvidenceGate(rules);
    feed(0, 20, held);
    expect(feed(25, 60, by({ run: 0, others: 2, nobody: 0 })).needs_confirmation).toBe(true);
    expect(feed(65, 100, by({ run: 0, others: 2, nobody: 1 })).state).toBe('busy');
  });

  it('needs more than a share of the little that a small GPU draws', () => {
    const { feed } = createEvidenceGate(rules);
    feed(0, 20, { gpu: { power_w: 8, sm_clock_mhz: 210 } });
    expect(feed(25, 55, { gpu: { power_w: 20, sm_clock_mhz: 210 } }).needs_confirmation).toBe(true);
    expect(feed(60, 60, { gpu: { power_w: 28, sm_clock_mhz: 210 } }).state).toBe('busy');
  });
});

describe('an ordinary shared machine', () => {
  it('is not held up for good by a core that is always busy, nor by a new one', () => {
    const evidence = defaultEvidenceRules;
    const daemon: Change = { cpu_pct: 100 / 16 };
    const { gate, feed } = createGate({ profile: { ...profile, evidence }, coreCount: 16 });
    // Three samples settle that the busy core is rest; then the first two have to slide out.
    expect(feed(0, 35, daemon).needs_confirmation).toBe(false);
    expect(feed(40, 40, daemon).needs_confirmation).toBe(true);
    const neighbour: Change = { cpu_pct: 200 / 16 };
    expect(feed(45, 70, neighbour).needs_confirmation).toBe(true);
    expect(gate.confirm(sampleAt(71, neighbour)).state).toBe('idle');
  });

  it('waits no longer than twice the sustain time for another user of CPU, storage and GPU', () => {
    const others: Change = {
      cpu_pct: 30,
      pressure: { io: 60 },
      gpu: { ...light.gpu, compute_owners: { run: 0, others: 1, nobody: 0 } },
    };
    const { feed } = createGate({
      profile: { ...profile, evidence: defaultEvidenceRules },
      coreCount: 16,
    });
    feed(0, 10);
    expect(feed(15, 55, others).needs_confirmation).toBe(false);
    expect(feed(60, 60, others).needs_confirmation).toBe(true);
  });
});

it('leaves readings in doubt that are, when it holds back the sample that was to confirm', () => {
  const { gate, feed } = createEvidenceGate({ evidence_run_io: 'delay', evidence_delay_factor: 3 });
  const doubted: Change = { gpu: { memory_used_mib: 8000 } };
  const asked = { state: 'suspect_sensor', needs_confirmation: true };
  expect(feed(0, 60, doubted)).toMatchObject(asked);
  expect(gate.confirm(sampleAt(61, { ...doubted, ...signs.run_io }))).toMatchObject({
    state: 'suspect_sensor',
    changed: false,
    needs_confirmation: false,
  });
  expect(feed(65, 90, doubted)).toMatchObject(asked);
});

describe('the receipt', () => {
  it('holds each piece of evidence with threshold, margin and mode', () => {
    const evidence = defaultEvidenceRules;
    const { gate, feed } = createGate({ profile: { ...profile, evidence }, coreCount: 16 });
    const quiet: Change = {
      pressure: { io: 1 },
      processes: { cpu_cores: 0, read_mib_s: 0, write_mib_s: 0.25 },
      gpu: { compute_owners: { run: 0, others: 0, nobody: 0 } },
    };
    feed(0, 30, quiet);
    const { receipt } = gate.confirm(sampleAt(31, { ...quiet, pressure: { io: 4 } }));
    expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt);
    expect(receipt!.profile).toEqual(profile);
    expect(receipt!.evidence).toMatchObject({ quiet_ms: 31_000, required_ms: 30_000 });
    const readings = Object.fromEntries(
      receipt!.evidence!.readings.map((each) => [each.name, each]),
    );
    expect(Object.keys(readings)).toEqual(evidenceNames.filter((name) => name !== 'gpu_clock'));
    expect(readings['io_pressure']).toEqual({
      name: 'io_pressure',
      mode: 'delay',
      value: 4,
      threshold: 10,
      margin: 6,
      signs: 0,
      unknown: 0,
    });
    expect(readings['run_io']).toMatchObject({ mode: 'require', value: 0.25, margin: 0.75 });
    expect(readings['compute_process']).toMatchObject({ value: 0, threshold: 1, margin: 1 });
  });

  it('of a time-out names the evidence that stood in the way', () => {
    const evidence = defaultEvidenceRules;
    const { gate, feed } = createGate({
      profile: { ...profile, evidence },
      maxWaitMs: 120_000,
      coreCount: 16,
    });
    feed(0, 20, held);
    const { receipt } = feed(25, 120, light);
    expect(receipt).toMatchObject({
      verdict: 'timed_out',
      reasons: [
        expect.stringContaining('last state: busy'),
        expect.stringMatching(/^gpu_power is/),
      ],
      window: { samples: 0 },
    });
    expect(gate.state).toBe('timed_out');
  });

  it('has no member for evidence where none is looked at', () => {
    const { gate, feed } = createGate();
    feed(0, 30);
    expect(gate.confirm(sampleAt(31)).receipt).not.toHaveProperty('evidence');
  });
});
