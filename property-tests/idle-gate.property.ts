/**
 * The idle gate against arbitrary telemetry: gaps, unknown readings, spikes, clock jumps, early and
 * late confirmations. A model that knows only the whole history, and looks for the longest window
 * afresh after every sample, must agree with it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evidentStepsArbitrary,
  intervalMs,
  isCalm,
  isJoined,
  maxWaitMs,
  meansHold,
  modelProgressMs,
  openGate,
  play,
  profile,
  reading,
  rulesArbitrary,
  stepsArbitrary,
  sustainMs,
  toEvidentSamples,
  toSamples,
  verdictIndex,
} from './idle-telemetry.ts';

describe('the idle gate, for any telemetry', () => {
  it('keeps the window that the naive model finds, and asks for confirmation exactly when it is long enough', () => {
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate(Number.MAX_SAFE_INTEGER);
        const samples = toSamples(steps);
        for (const [index, sample] of samples.entries()) {
          const step = gate.next(sample);
          const progressMs = modelProgressMs(samples.slice(0, index + 1));
          expect(step.window_progress_ms).toBe(progressMs);
          expect(step.needs_confirmation).toBe(progressMs >= sustainMs);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is idle only after a whole sustain time in which every sample was known, calm and joined', () => {
    let idleCount = 0;
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate();
        const samples = toSamples(steps);
        for (const [index, sample] of samples.entries()) {
          play(gate, [sample]);
          if (gate.state !== 'idle') continue;
          idleCount += 1;
          const seen = samples.slice(0, index + 1);
          const endMs = sample.monotonic_ms;
          const first = seen.findLastIndex((each) => endMs - each.monotonic_ms >= sustainMs);
          expect(first).toBeGreaterThanOrEqual(0);
          for (let at = first; at <= index; at += 1) {
            expect(isCalm(seen[at]!, at === first ? undefined : seen[at - 1])).toBe(true);
            if (at > first) expect(isJoined(seen[at - 1]!, seen[at]!)).toBe(true);
          }
          expect(meansHold([sample])).toBe(true);
          return;
        }
      }),
      { numRuns: 400 },
    );
    // The generator must reach verdicts, or the property above says nothing.
    expect(idleCount).toBeGreaterThan(20);
  });

  it('resets the window or lets it grow by the time that passed, and never beyond what is needed by a sample', () => {
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate();
        let before = 0;
        for (const [index, sample] of toSamples(steps).entries()) {
          const { window_progress_ms: progressMs } = gate.next(sample);
          if (gate.state === 'timed_out') return;
          expect(progressMs).toBeLessThanOrEqual(before + steps[index]!.passedMs);
          expect(progressMs).toBeLessThanOrEqual(sustainMs + 2 * intervalMs);
          before = progressMs;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('always ends: what is not idle by the longest wait is timed out', () => {
    fc.assert(
      fc.property(stepsArbitrary, fc.boolean(), (steps, endsInSilence) => {
        const gate = openGate();
        play(gate, toSamples(steps));
        const at = new Date(Date.UTC(2026, 0, 2)).toISOString();
        if (endsInSilence) gate.tick(at, maxWaitMs);
        else gate.next({ ...toSamples(steps)[0]!, at, monotonic_ms: maxWaitMs, cpu_pct: null });
        expect(['idle', 'timed_out']).toContain(gate.state);
        expect(gate.current().receipt?.verdict).toBe(gate.state);
      }),
      { numRuns: 200 },
    );
  });

  it('is never earlier for a suspicion', () => {
    fc.assert(
      fc.property(stepsArbitrary, fc.infiniteStream(fc.boolean()), (steps, doubts) => {
        const trusting = openGate();
        const doubting = openGate();
        for (const sample of toSamples(steps)) {
          const isDoubtful = doubts.next().value === true;
          const pids = isDoubtful ? [] : [1];
          const gpus = sample.gpus?.map((gpu) => ({ ...gpu, compute_pids: pids })) ?? null;
          play(trusting, [sample]);
          play(doubting, [{ ...sample, gpus }]);
          if (doubting.state === 'idle') expect(trusting.state).toBe('idle');
        }
      }),
      { numRuns: 200 },
    );
  });

  describe('additional evidence', () => {
    it('makes a verdict later or leaves it, whatever the samples, modes and thresholds are', () => {
      let laterCount = 0;
      let idleCount = 0;
      fc.assert(
        fc.property(evidentStepsArbitrary, rulesArbitrary, (steps, evidence) => {
          const samples = toEvidentSamples(steps);
          const alone = verdictIndex(openGate(), samples);
          const gate = openGate(maxWaitMs, { ...profile, evidence });
          const withEvidence = verdictIndex(gate, samples);
          expect(withEvidence).toBeGreaterThanOrEqual(alone);
          if (alone < samples.length) idleCount += 1;
          if (withEvidence > alone) laterCount += 1;
        }),
        { numRuns: 600 },
      );
      // Both must occur, or the property above says nothing.
      expect(idleCount).toBeGreaterThan(40);
      expect(laterCount).toBeGreaterThan(20);
    });

    it('is never idle on an unknown reading, nor within the sustain time of a sign', () => {
      let idleCount = 0;
      fc.assert(
        fc.property(evidentStepsArbitrary, rulesArbitrary, (steps, rules) => {
          const evidence = { ...rules, evidence_run_cpu: 'require' } as const;
          const samples = toEvidentSamples(steps);
          const gate = openGate(maxWaitMs, { ...profile, evidence });
          const index = verdictIndex(gate, samples);
          if (gate.state !== 'idle') return;
          idleCount += 1;
          const endMs = samples[index]!.monotonic_ms;
          for (const sample of samples.slice(0, index + 1)) {
            if (endMs - sample.monotonic_ms > sustainMs) continue;
            expect(Object.values(reading(sample))).not.toContain(null);
            const cores = sample.processes.cpu_cores ?? 0;
            expect(cores).toBeLessThan(evidence.run_cpu_threshold_cores);
          }
          const { receipt } = gate.current();
          expect(receipt!.window.duration_ms).toBeGreaterThanOrEqual(sustainMs);
        }),
        { numRuns: 1_200 },
      );
      expect(idleCount).toBeGreaterThan(20);
    });

    it('never extends the longest wait, however long it holds a verdict back', () => {
      fc.assert(
        fc.property(
          evidentStepsArbitrary,
          rulesArbitrary,
          fc.boolean(),
          (steps, evidence, ends) => {
            const gate = openGate(maxWaitMs, { ...profile, evidence });
            const samples = toEvidentSamples(steps);
            verdictIndex(gate, samples);
            const at = new Date(Date.UTC(2026, 0, 2)).toISOString();
            if (ends) gate.tick(at, maxWaitMs);
            else gate.next({ ...samples[0]!, at, monotonic_ms: maxWaitMs });
            expect(['idle', 'timed_out']).toContain(gate.state);
          },
        ),
        { numRuns: 200 },
      );
    });

    it('changes nothing while all of it is unknown', () => {
      fc.assert(
        fc.property(stepsArbitrary, rulesArbitrary, (steps, evidence) => {
          const alone = openGate();
          const unknowing = openGate(maxWaitMs, { ...profile, evidence }, null);
          for (const sample of toSamples(steps)) {
            play(alone, [sample]);
            play(unknowing, [sample]);
            expect(unknowing.state).toBe(alone.state);
            expect(unknowing.current().window_progress_ms).toBe(alone.current().window_progress_ms);
          }
        }),
        { numRuns: 200 },
      );
    });
  });
});
