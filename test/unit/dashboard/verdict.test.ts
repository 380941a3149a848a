/** The verdict of the idle gate as a table: what was read, what it had to be, the margin. */
import { describe, expect, it } from 'vitest';
import { readJudgement, readVerdict } from '../../../src/dashboard/runs/verdict-model.ts';
import {
  evidenceRow,
  markWords,
  plainSignals,
  signalRow,
} from '../../../src/dashboard/runs/verdict-words.ts';
import { withUnit } from '../../../src/dashboard/words/units.ts';

const signal = (fields: object) => {
  const row = { name: 'gpu_peak_pct', applies: true, value: 64, threshold: 20, margin: -44 };
  return signalRow(readJudgement({ signals: [{ ...row, holds: false, ...fields }] })!.signals[0]!);
};
const evidence = (fields: object) => {
  const row = { name: 'io_pressure', mode: 'delay', value: 14.2, threshold: 10, margin: -4.2 };
  const readings = [{ ...row, signs: 3, unknown: 0, ...fields }];
  return evidenceRow(readJudgement({ signals: [], evidence: readings })!.evidence![0]!);
};

describe('a signal', () => {
  it('that does not hold says by how much', () => {
    expect(signal({})).toEqual({
      name: 'GPU use, highest reading',
      value: '64 %',
      threshold: 'below 20 %',
      margin: '−44 %',
      holds: false,
      standing: 'does not hold',
    });
  });

  it('that may be equal to its threshold says so', () => {
    const row = { name: 'no_live_process', value: 0, threshold: 0, margin: 0, holds: true };
    expect(signal(row)).toMatchObject({ threshold: 'at most 0', margin: '0', standing: 'holds' });
  });

  it('that is unknown neither holds nor fails, whatever was sent', () => {
    expect(signal({ value: null, margin: null })).toMatchObject({
      value: 'unknown',
      margin: '–',
      holds: null,
      standing: 'unknown',
    });
    expect(signal({ value: '64' }).holds).toBeNull();
    expect(signal({ applies: false, value: null })).toMatchObject({
      value: '–',
      standing: 'does not apply',
    });
  });

  it('of a name nobody here knows is shown by that name', () => {
    expect(signal({ name: 'moon_phase' }).name).toBe('moon phase');
  });
});

describe('a sign of work', () => {
  it('says in how many readings it was seen and what follows', () => {
    expect(evidence({}).standing).toBe('seen in 3 readings, makes quiet last longer');
    expect(evidence({ signs: 1, mode: 'require' }).standing).toBe(
      'seen in 1 reading, must be absent',
    );
  });

  it('is absent only where it was looked for', () => {
    expect(evidence({ signs: 0, value: 2 })).toMatchObject({ holds: true, standing: 'absent' });
    expect(evidence({ signs: 0, value: 2, unknown: 4 }).standing).toBe('absent, unknown in 4');
    expect(evidence({ signs: 0, value: null, unknown: 40 })).toMatchObject({
      holds: null,
      value: 'unknown',
      standing: 'unknown',
    });
    expect(evidence({ signs: null })).toMatchObject({ holds: null, standing: 'unknown' });
  });
});

describe('the receipt', () => {
  it('is none without signals', () => {
    for (const value of [null, {}, 'idle', { signals: {} }]) expect(readVerdict(value)).toBeNull();
    expect(readJudgement({})).toBeNull();
  });

  it('keeps what it does not say unknown', () => {
    expect(readVerdict({ signals: [], verdict: 'idle' })).toMatchObject({
      evidence: null,
      quietMs: null,
      waitedMs: null,
      health: { ok: null, partial: null, unknown: null },
      doubts: [],
    });
  });

  it('takes the lasting quiet from the evidence, else from the window', () => {
    const window = { duration_ms: 301_000, required_ms: 300_000 };
    expect(readVerdict({ signals: [], window })).toMatchObject({ quietMs: 301_000 });
    const longer = { quiet_ms: 601_000, required_ms: 600_000 };
    expect(readVerdict({ signals: [], window, evidence: longer })).toMatchObject({
      quietMs: 601_000,
      requiredMs: 600_000,
    });
    const profile = { idle_sustain_sec: 300 };
    expect(readVerdict({ signals: [], window, evidence: longer, profile })).toMatchObject({
      requiredMs: 600_000,
      sustainSec: 300,
    });
  });
});

describe('words', () => {
  it('stand for the names of signals within a reason, and for marks of processes', () => {
    expect(plainSignals('no_live_process: 2; odd_one stays')).toBe(
      'Live processes of the run: 2; odd_one stays',
    );
    expect([markWords('cgroup'), markWords(null)]).toEqual([
      "in the run's control group",
      'unknown',
    ]);
  });

  it('give every number its unit', () => {
    expect([
      withUnit(0, '%'),
      withUnit(null, '%'),
      withUnit(3.149, '%'),
      withUnit(40_000, 'MiB'),
      withUnit(612.4, 'W'),
    ]).toEqual(['0 %', 'unknown', '3.15 %', '39.1 GiB', '612 W']);
  });
});
