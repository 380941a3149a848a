/**
 * What is odd between the idle gate's own fields, for every workload class. Each value is one that may
 * be, and together they do what they say, so it is noted and nothing is refused.
 */
import { suspectSustainFactor } from '../domain/idle-evidence.ts';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import type { RelationFindings } from './problems.ts';
import type { ParsedConfig } from './schema.ts';
import { evidenceFields } from './sections/idle-evidence.ts';
import { type ProfileField, profileValue } from './workload-profiles.ts';

/** A window of fewer samples says little: one lost sample more, and it never gets long enough. */
const samplesMin = 3;

interface Place {
  /** Null: the top-level field. */
  readonly name: WorkloadClass | null;
  readonly path: (field: ProfileField) => string;
  readonly value: <Field extends ProfileField>(field: Field) => ParsedConfig[Field];
  /** True when the file itself sets the field here. */
  readonly isGiven: (field: ProfileField) => boolean;
}

function placesOf(parsed: ParsedConfig, given: ReadonlySet<string>): Place[] {
  const top: Place = {
    name: null,
    path: (field) => field,
    value: (field) => parsed[field],
    isGiven: (field) => given.has(field),
  };
  const classes = workloadClasses.map(
    (name): Place => ({
      name,
      path: (field) => `workload_profiles.${name}.${field}`,
      value: (field) => profileValue(parsed, name, field),
      isGiven: (field) => (parsed.workload_profiles[name]?.[field] ?? null) !== null,
    }),
  );
  return [top, ...classes];
}

const noting = (notices: string[]): RelationFindings => ({ problems: [], notices });

/** The sustain time between the sample interval and the longest wait. */
export function checkGateTimes(parsed: ParsedConfig, given: ReadonlySet<string>): RelationFindings {
  const notices: string[] = [];
  const { sample_interval_sec: intervalSec, max_wait_after_idle_sec: waitSec } = parsed;
  for (const place of placesOf(parsed, given)) {
    const sustainSec = place.value('idle_sustain_sec');
    if (place.name !== null && sustainSec === parsed.idle_sustain_sec) continue;
    const origin = place.isGiven('idle_sustain_sec') ? '' : ' (default)';
    const path = `${place.path('idle_sustain_sec')}${origin}`;
    if (sustainSec >= waitSec) {
      notices.push(
        `${path} is ${sustainSec}, not less than max_wait_after_idle_sec (${waitSec}): every run would end in gate_timeout; lower it or raise max_wait_after_idle_sec`,
      );
    } else if (sustainSec * longestFactor(parsed, place) >= waitSec) {
      notices.push(
        `${path} is ${sustainSec}, and ${sustainSec * longestFactor(parsed, place)} while a reading is in doubt or evidence delays: max_wait_after_idle_sec (${waitSec}) is not more, so such runs would end in gate_timeout`,
      );
    }
    if (sustainSec < samplesMin * intervalSec) {
      notices.push(
        `${path} is ${sustainSec}, less than three sample intervals (sample_interval_sec is ${intervalSec}): too few samples to see that quiet holds; ${samplesMin * intervalSec} is enough`,
      );
    }
  }
  return noting(notices);
}

function longestFactor({ idle_evidence: looked }: ParsedConfig, { value }: Place): number {
  const modes = evidenceFields.filter((field) => field.startsWith('evidence_'));
  const delays = looked === 'on' && modes.some((field) => value(field) === 'delay');
  return Math.max(suspectSustainFactor, delays ? value('evidence_delay_factor') : 1);
}

/** Thresholds that contradict each other, or that nothing can meet. */
export function checkGateThresholds(
  parsed: ParsedConfig,
  given: ReadonlySet<string>,
): RelationFindings {
  const notices: string[] = [];
  const averageField = 'gpu_idle_avg_threshold_pct';
  const peakField = 'gpu_idle_peak_threshold_pct';
  for (const { name, path, value, isGiven } of placesOf(parsed, given)) {
    const differs = (field: ProfileField): boolean => name === null || isGiven(field);
    const [average, peak] = [value(averageField), value(peakField)];
    if (average > peak && (differs(averageField) || differs(peakField))) {
      notices.push(
        `${path(averageField)} is ${average}, above the peak threshold of ${peak}: a mean cannot reach what no single reading may, so it would never count; make it ${peak} or less, or raise ${path(peakField)}`,
      );
    }
    for (const field of ['cpu_idle_threshold_pct', averageField, peakField] as const) {
      if (value(field) === 0 && differs(field)) {
        notices.push(
          `${path(field)} is 0, and a reading must be below it: nothing can be, so every such run would end in gate_timeout; a small number such as 1 is strict enough`,
        );
      }
    }
  }
  return noting(notices);
}
