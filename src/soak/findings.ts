/** What the soak's agents leave behind: honest results, negative ones, and texts that mean harm. */

/** What one run leaves in its project folder: decision, notes and measured results. */
export interface Finding {
  readonly decision: Readonly<Record<string, unknown>>;
  readonly notes: string;
  /** JSON files below `results/`; a text is written as it is. */
  readonly results: Readonly<Record<string, object | string>>;
}

const notes = (method: string): string =>
  `# Soak run\n\n## Method\n\n${method}\n\n## Result\n\nMade up for a trial of the service; nothing was measured.\n\n## Limits\n\nOne machine and one input size.\n`;

const metric = (value: number) => ({ value, unit: 'ms' });

const baseline = 12.5;
const comparison = (candidate: number) => ({
  experiment: 'addition',
  metrics: { baseline_ms: metric(baseline), candidate_ms: metric(candidate) },
  trials: {
    baseline_ms: [baseline - 0.125, baseline, baseline + 0.125],
    candidate_ms: [candidate - 0.125, candidate, candidate + 0.125],
  },
});

const decide = (positive: boolean) => ({
  project_decision: positive ? 'finalize_positive' : 'finalize_negative',
  research_outcome: positive ? 'paper_positive' : 'negative',
  hypothesis_status: positive ? 'supported' : 'unsupported',
  confidence: 0.9,
  evidence_strength: 'strong',
  claim_scope: 'addition of small arrays on this machine',
  scale_limits: 'one input size',
  summary: positive
    ? 'The candidate is faster than the baseline.'
    : 'The candidate is not faster than the baseline.',
  bounded_paper_ready: positive,
});

const positive: Finding = {
  decision: decide(true),
  notes: notes('Two ways of adding numbers were timed on the same input.'),
  results: { 'summary.json': comparison(5) },
};

const hostileBytes = 200 * 1024;
const repeat = (part: string): string => part.repeat(Math.ceil(hostileBytes / part.length));
const withNotes = (text: string): Finding => ({ ...positive, notes: notes(text) });
const nested = (depth: number): string => `${'['.repeat(depth)}0${']'.repeat(depth)}`;

/** By name; those a simulated worker can play (small JSON) are listed below. */
export const findings: Readonly<Record<string, Finding>> = {
  positive,
  negative: {
    decision: decide(false),
    notes: notes('Two ways of adding numbers were timed; neither won.'),
    results: { 'summary.json': comparison(12.75) },
  },
  brackets: withNotes(repeat('[')),
  'unfinished-links': withNotes(repeat('![a](b')),
  'ansi-log': withNotes(repeat('\u001b[31merror\u001b[0m \n')),
  'citation-storm': withNotes(repeat('[@a')),
  'many-metrics': {
    ...positive,
    results: {
      'summary.json': {
        ...comparison(5),
        metrics: Object.fromEntries(
          Array.from({ length: 20_000 }, (_, index) => [`metric_${index}_ms`, metric(index / 8)]),
        ),
      },
    },
  },
  'deep-nesting': { ...positive, results: { 'summary.json': nested(5_000) } },
  'broken-json': { ...positive, results: { 'summary.json': '{"metrics": {"baseline_ms": ' } },
  'huge-numbers': {
    ...positive,
    results: { 'summary.json': '{"metrics": {"a_ms": {"value": 1e400, "unit": "ms"}}}' },
  },
};

/** Names that a prompt can ask the agent for. */
export const findingNames = Object.keys(findings);

/** The files of a finding by their path in the project. */
export function filesOf(finding: Finding): Readonly<Record<string, string>> {
  return {
    'run_notes.md': finding.notes,
    ...Object.fromEntries(
      Object.entries(finding.results).map(([name, content]) => [
        `results/${name}`,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]),
    ),
    // Last: with it the result is complete.
    '.orrery/project_decision.json': JSON.stringify(finding.decision),
  };
}
