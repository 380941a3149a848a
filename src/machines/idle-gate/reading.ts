/**
 * Reads a sample against what is known of its machine, so that the statechart's guards have nothing
 * left to measure: its numbers, what contradicts itself in it, and the evidence. Pure.
 */
import type { IdleGateEvent, IdleSample } from './events.ts';
import { type EvidenceReading, readEvidence } from './evidence.ts';
import { type Observation, type ObservationRules, observe } from './observation.ts';
import { learnRest, type RestMemory } from './rest.ts';
import { findSuspicions, rememberSensors, type SensorMemory } from './suspicion.ts';

/** One sample, and what is known of the machine once it has been taken in. */
export interface Reading extends KnownMachine {
  readonly seen: Observation;
}

/** What earlier samples showed of the machine. */
export interface KnownMachine {
  readonly sensors: SensorMemory;
  readonly rest: RestMemory;
}

/** An event as the statechart gets it. */
export type ReadEvent =
  | { readonly type: 'SAMPLE'; readonly reading: Reading }
  | { readonly type: 'CONFIRM'; readonly reading: Reading }
  | Extract<IdleGateEvent, { readonly type: 'TICK' }>;

/** Reads the sample that an event brings; what is known stays as it is until a state takes it in. */
export function readEvent(
  known: KnownMachine & { readonly rules: ObservationRules },
  event: IdleGateEvent,
): ReadEvent {
  if (event.type === 'TICK') return event;
  return { type: event.type, reading: readSample(known, event.sample) };
}

function readSample(
  known: KnownMachine & { readonly rules: ObservationRules },
  sample: IdleSample,
): Reading {
  const { rules } = known;
  const sensors = rememberSensors(known.sensors, sample);
  const rest = learnRest(known.rest, sample, rules.coreCount);
  const suspicions = findSuspicions(sample, sensors);
  const seen = observe(sample, {
    suspicions: suspicions.filter(({ kind }) => kind !== 'busy_ghost').map(({ text }) => text),
    ghost: suspicions.find(({ kind }) => kind === 'busy_ghost')?.text ?? null,
    evidence: evidenceOf(sample, rest, rules),
  });
  return { seen, sensors, rest };
}

function evidenceOf(
  sample: IdleSample,
  rest: RestMemory,
  { profile, coreCount }: ObservationRules,
): readonly EvidenceReading[] {
  if (profile.evidence === undefined) return [];
  return readEvidence({ sample, rest, rules: profile.evidence, coreCount });
}
