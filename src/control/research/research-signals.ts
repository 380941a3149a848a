/** What speaks against the quality of one piece of research, from its stored decision and text. */
import type { Project, QueueItem } from '../../domain/records.ts';
import { isBlank } from '../../lib/is-blank.ts';
import { readStopCondition, readThreshold, type TextReading } from './idea-text.ts';

/** All there are, in the order in which they are listed. */
export const researchSignals = [
  'missing_success_threshold',
  'missing_stop_condition',
  'thin_evidence',
  'decision_without_results',
  'positive_decision_with_weak_evidence',
  'duplicate',
] as const;
/** Programs tell signals apart by it. */
export type ResearchSignalName = (typeof researchSignals)[number];

/** One reason for doubt. It advises a person; nothing is refused because of it. */
export interface ResearchSignal {
  readonly signal: ResearchSignalName;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Where it was seen: a field of the decision, or the text of the idea. */
  readonly basis: 'decision' | 'idea_text' | 'project';
  readonly detail: string;
}

/** What the text of an idea says of when it has worked and when to stop. */
export interface IdeaReadings {
  readonly success_threshold: TextReading;
  readonly stop_condition: TextReading;
}

/** The readings of an idea's own words; without a project record nothing is known. */
export function readIdea(project: Pick<Project, 'prompt' | 'hypothesis'> | null): IdeaReadings {
  if (project === null) {
    const nothing: TextReading = {
      state: 'unknown',
      confidence: 'low',
      rule: 'there is no project record',
      matched: null,
    };
    return { success_threshold: nothing, stop_condition: nothing };
  }
  const text = [project.prompt, project.hypothesis ?? ''].filter(Boolean).join('\n\n');
  return { success_threshold: readThreshold(text), stop_condition: readStopCondition(text) };
}

/** Every signal of an item. `duplicates` are other projects with its title or source. Pure. */
export function signalsOf(
  item: QueueItem,
  readings: IdeaReadings,
  duplicates: readonly string[],
): ResearchSignal[] {
  return [
    ...textSignals(readings),
    ...(item.decision === null ? [] : decisionSignals(item)),
    ...(duplicates.length === 0
      ? []
      : [
          {
            signal: 'duplicate' as const,
            confidence: 'high' as const,
            basis: 'project' as const,
            detail: `the same title or source as ${duplicates.join(', ')}`,
          },
        ]),
  ];
}

function textSignals(readings: IdeaReadings): ResearchSignal[] {
  const missing = (signal: ResearchSignalName, reading: TextReading, what: string) =>
    reading.state === 'missing'
      ? [
          {
            signal,
            confidence: reading.confidence,
            basis: 'idea_text' as const,
            detail: `the idea names no ${what} in a wording that is known`,
          },
        ]
      : [];
  return [
    ...missing('missing_success_threshold', readings.success_threshold, 'threshold for success'),
    ...missing('missing_stop_condition', readings.stop_condition, 'condition for stopping'),
  ];
}

function decisionSignals(item: QueueItem): ResearchSignal[] {
  const decision = item.decision!;
  const strength = decision.evidence_strength ?? null;
  const positive = item.gate_verdict?.positive === true;
  const signal = (
    name: ResearchSignalName,
    detail: string,
    confidence: ResearchSignal['confidence'] = 'high',
  ): ResearchSignal => ({ signal: name, confidence, basis: 'decision', detail });
  const follows = decision.followup_recommended === true;
  const asked = decision.followup_required_evidence?.length ?? 0;
  return [
    ...(follows && isBlank(decision.followup_success_threshold)
      ? [signal('missing_success_threshold', 'its follow-up has no followup_success_threshold')]
      : []),
    ...(follows && isBlank(decision.followup_stop_condition)
      ? [signal('missing_stop_condition', 'its follow-up has no followup_stop_condition')]
      : []),
    ...(strength === 'weak' ? [signal('thin_evidence', 'evidence_strength is weak')] : []),
    ...(follows && asked < 2
      ? [
          signal(
            'thin_evidence',
            `its follow-up asks for ${asked} items of evidence (followup_required_evidence)`,
          ),
        ]
      : []),
    ...(isBlank(decision.summary) && isBlank(item.last_result_summary)
      ? [
          signal(
            'decision_without_results',
            'neither its summary nor last_result_summary says what was found; result files are not opened here',
            item.current_run_id === null ? 'high' : 'medium',
          ),
        ]
      : []),
    ...(positive && strength !== 'moderate' && strength !== 'strong'
      ? [
          signal(
            'positive_decision_with_weak_evidence',
            `the decision is positive (${item.gate_verdict?.field}) and evidence_strength is ${strength ?? 'not given'}`,
            strength === null ? 'low' : 'high',
          ),
        ]
      : []),
  ];
}
