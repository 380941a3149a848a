/** Sentences that a verifier must let pass, and others that it must not, each with the claims it cites. Long because its rows are data. */
import { describe, expect, it } from 'vitest';
import { betterByName, humanizeName } from '../../../src/papers/claims/labels.ts';
import type { Claim, ClaimLedger } from '../../../src/papers/claims/schema.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { splitUnit } from '../../../src/papers/evidence/units.ts';
import { checkDraft } from '../../../src/papers/verify/drafts.ts';
import { readPaper } from '../../../src/papers/verify/reading.ts';

const hash = 'a'.repeat(64);
const results = {
  variants: {
    baseline: { mean_ms: 10, accuracy: 0.8, energy_joules: 1500 },
    routed: { mean_ms: 5, accuracy: 0.9, energy_joules: 1234 },
  },
  trials: 20,
  failures: 5,
  errors: 0,
  cache_share: 0.25,
  best_loss: 0.1234,
  memory_bytes: 2_000_000,
  wall_seconds: 12.48193,
  step_time: { value: 3, unit: 's' },
  layer_2: { drops: 7 },
  losses: [3, 4, 6, 8],
  rate: 1000,
  rows: [
    { kind: 'north', load: 2 },
    { kind: 'north', load: 4 },
    { kind: 'south', load: 1 },
    { kind: 'south', load: 8 },
  ],
  sites: [
    { site: 'east', depth: 3 },
    { site: 'west', depth: 7 },
  ],
};
const record = {
  hypothesis_status: 'supported',
  summary: 'Routing was always faster. It never failed.',
};

const values = new Map<string, number>();
const claims: Claim[] = [];
function add(claim: Partial<Claim> & Pick<Claim, 'evidence_refs' | 'kind'>, value?: number): void {
  const id = `C${claims.length + 1}`;
  claims.push({ id, text: '', support_status: 'supported', used_in: [], ...claim });
  if (value !== undefined) values.set(id, value);
}
function ref(pointer: string, value: number | string, path = 'evidence/r.json') {
  const printed = String(value);
  return {
    path,
    sha256: hash,
    pointer,
    quoted_value: printed,
    recomputed_value: value,
    match: true,
  };
}
function measure(pointer: string, value: number, unit?: string): void {
  const refs = [ref(pointer, value)];
  add({ kind: 'measurement', evidence_refs: refs, ...(unit === undefined ? {} : { unit }) }, value);
}
function compare(formula: 'ratio' | 'difference', name: string, a: number, b: number): void {
  const value = formula === 'ratio' ? a / b : a - b;
  const refs = [ref(`/variants/routed/${name}`, a), ref(`/variants/baseline/${name}`, b)];
  const sources = refs.map(({ path, pointer }) => JSON.stringify(`${path}#${pointer}`)).join();
  const derived = {
    formula: `${formula}(${sources})`,
    quoted_value: '',
    recomputed_value: value,
    match: true,
  };
  const comparison = {
    subject: 'routed',
    baseline: 'baseline',
    quantity: humanizeName(name),
    direction: a > b ? 'higher' : 'lower',
    better: betterByName(name, splitUnit(name).unit),
  } as const;
  const { subject, quantity } = comparison;
  add({ kind: 'comparison', subject, quantity, evidence_refs: refs, derived, comparison }, value);
}
measure('/variants/baseline/mean_ms', 10, 'ms'); // C1
measure('/variants/routed/mean_ms', 5, 'ms'); // C2
measure('/variants/baseline/accuracy', 0.8); // C3
measure('/variants/routed/accuracy', 0.9); // C4
measure('/trials', 20); // C5
measure('/failures', 5); // C6
measure('/errors', 0); // C7
measure('/cache_share', 0.25); // C8
measure('/best_loss', 0.1234); // C9
measure('/memory_bytes', 2_000_000, 'bytes'); // C10
measure('/wall_seconds', 12.48193, 's'); // C11
compare('ratio', 'mean_ms', 5, 10); // C12
compare('difference', 'accuracy', 0.9, 0.8); // C13
add({
  kind: 'outcome',
  evidence_refs: [ref('/variants/routed/accuracy', 0.9)],
  outcome: {
    metric: 'accuracy',
    direction: 'at_least',
    threshold: 0.85,
    verdict: 'met',
    registration: null,
  },
}); // C14
add({
  kind: 'observation',
  evidence_refs: [ref('/hypothesis_status', 'supported', 'evidence/decision.json')],
}); // C15
measure('/step_time/value', 3, 's'); // C16
measure('/layer_2/drops', 7); // C17
for (const [at, value] of results.losses.entries()) measure(`/losses/${at}`, value); // C18–C21
measure('/rate', 1000, 'tokens/s'); // C22
for (const [at, { kind, load }] of results.rows.entries()) {
  const refs = [ref(`/rows/${at}/load`, load)];
  add({ kind: 'measurement', subject: kind, quantity: 'load', evidence_refs: refs }, load);
} // C23–C26
for (const [at, { site, depth }] of results.sites.entries()) {
  const refs = [ref(`/sites/${at}/depth`, depth)];
  add({ kind: 'measurement', subject: site, quantity: 'depth', evidence_refs: refs }, depth);
} // C27, C28

const ledger: ClaimLedger = {
  schema_version: 'claim_ledger.v3',
  paper_id: 'p',
  run_id: 'r',
  evidence_merkle_root: hash,
  claims,
  unsupported_claim_count: 0,
  not_results: [],
  figures: [],
};
const file = (path: string, role: 'result' | 'decision' | 'run_notes', mediaType: string) => ({
  path,
  public_path: path,
  bytes: 1,
  sha256: hash,
  media_type: mediaType,
  role,
});
const bundle: EvidenceBundle = {
  schema_version: 'evidence_bundle.v3',
  paper_id: 'p',
  project_id: 'p',
  run_id: 'r',
  created_at: '2026-01-01T00:00:00.000Z',
  files: [
    file('evidence/r.json', 'result', 'application/json'),
    file('evidence/decision.json', 'decision', 'application/json'),
    file('evidence/notes.md', 'run_notes', 'text/markdown'),
  ],
  metrics: [],
  telemetry: null,
  unavailable: [],
  redactions: [],
  limitations: [],
  idea: { title: 'Faster routing', hypothesis: 'Routing is twice as fast.', settings: {} },
  merkle_root: hash,
};
const reading = readPaper({
  ledger,
  bundle,
  readings: new Map([
    ['evidence/r.json', { sha256: hash, json: results }],
    ['evidence/decision.json', { sha256: hash, json: record }],
    ['evidence/notes.md', { sha256: hash, json: undefined, text: '# Notes\n\nAll was well.\n' }],
  ]),
  values,
  manifest: {},
  metadata: {},
});

/** Rules broken by a sentence that stands somewhere in a paper. */
function rulesOf(sentence: string): string[] {
  const at = (line: number, text: string) => ({ line, text, isRow: false, cells: [], section: '' });
  const draft = { lines: [at(1, 'Faster routing'), at(3, sentence)], problems: [], targets: [] };
  return checkDraft('paper.md', draft, reading).problems.map((problem) => problem.rule);
}

const innocent = [
  'One of the variants keeps its state in memory.',
  'The first variant reads the queue, the second one writes it.',
  'A third party holds the data.',
  'This was a one-off experiment.',
  'No one watched the run.',
  'The two variants share their input.',
  'These three files were copied.',
  'The weights are kept in half precision.',
  'Sums use double precision.',
  'The study was double-blind.',
  'A double check of the hashes was made.',
  'In the first half of the run the cache is cold.',
  'On the other half nobody looked.',
  'The model is tested zero-shot.',
  'Zero padding fills the rest.',
  'A two-sided test was planned and not made.',
  'The three-way split is described in the notes.',
  'It was run on one accelerator.',
  'At one point the queue was read.',
  'The twenty-first century has other tools.',
  'The agent acted on behalf of the project.',
  'Readers were asked to think twice about it.',
  'After all, the run is over.',
  'This was not checked at all.',
  'Above all, the files are small.',
  'The all-reduce step is part of the method.',
  'Not all files are kept.',
  'The tool supports JSON files.',
  'The device supports a warm start.',
  'A lower bound is given by the method.',
  'Higher-order terms are left out.',
  'The lower layers are frozen.',
  'We ask whether routing is faster.',
  'Numbers are printed to several significant digits.',
  'The worst case is not part of the evidence.',
  'Scheduling is best effort.',
  'At best this is a first look.',
  'The test is for better understood inputs.',
  'The project is called “Faster routing”.',
  'The hypothesis put before the run was: “Routing is twice as fast.”',
  'The decision record says: “Routing was always faster.”',
  'The decision record says: “Routing was always faster. It never failed.”',
  'The run notes say: “All was well.”',
  'The decision record gives the state of the hypothesis as “supported” [C15].',
  'The baseline mean is 10 ms [C1].',
  'The mean of routed is 5 ms [C2].',
  'The mean of routed is five milliseconds [C2].',
  'The mean of routed is 0.005 s [C2].',
  'The accuracy of routed is 90% [C4].',
  'The accuracy of routed is ninety percent [C4].',
  'The routed accuracy is nine tenths [C4].',
  'Of the trials, 20 [C5] were run.',
  'Of the trials, twenty [C5] were run.',
  'The failures were five out of twenty [C6, C5] trials.',
  'The failures were 5 out of 20 [C6, C5] trials.',
  'The cache share was a quarter of it [C8].',
  'The cache share was about 0.3 [C8].',
  'The cache share was about 25% [C8].',
  'There were zero errors [C7].',
  'The wall time was 12.48 seconds [C11].',
  'The wall time was about 12 s [C11].',
  'The best loss is 0.1234 [C9].',
  'The memory is 2 MB [C10].',
  'The memory is two million bytes [C10].',
  'In mean time, routed is faster than baseline [C12].',
  'The mean of routed is half of that of baseline [C12].',
  'By the mean, baseline took twice as long as routed [C12].',
  'The accuracy rises from 0.8 [C3] for baseline to 0.9 [C4] for routed.',
  'The accuracy of routed is higher than that of baseline [C13].',
  'The accuracy of routed is better than that of baseline [C13].',
  'The hypothesis is supported by the accuracy [C14].',
  'The threshold of accuracy was met [C14].',
  'All variants kept their accuracy, 0.8 and 0.9 [C3, C4].',
  'The highest accuracy is 0.9 [C4], that of routed, and baseline has 0.8 [C3].',
  'In step time it took 3 s [C16].',
  'The two variants were run, and each of the four rows was read.',
  'The five rows that failed are those of the failures [C6].',
  'The other two rows were read, of the three files too.',
  'The highest depth is 7 [C28], that of west.',
  'For both the mean and the maximum, values are in the files.',
  'The accuracy of both routed and baseline was recorded, and in mean time routed is faster than baseline [C12].',
  'Both files were read, and by the accuracy routed is better than baseline [C13].',
  'Compared with baseline, routed records mean 5 ms [C2] against 10 ms [C1] (ratio 0.5 [C12]).',
  'The mean is 5 ms [C2] for routed and 10 ms [C1] for baseline.',
  'The mean of baseline is 10 ms [C1] and that of routed 5 ms [C2].',
  'The mean of routed and baseline is 5 ms [C2] and 10 ms [C1].',
  'By the mean, routed needs 5 ms [C2] against 10 ms [C1] of baseline.',
  'The trials, failures and errors were 20 [C5], 5 [C6] and 0 [C7].',
  'In 20 [C5] trials there were 5 [C6] failures and 0 [C7] errors.',
  'With errors of 0 [C7] the failures were 5 [C6].',
  'The accuracy of baseline and routed is 0.8 [C3] and 0.9 [C4].',
  'For routed, the mean is lower than for baseline: 5 ms [C2] against 10 ms [C1], a ratio of 0.5 [C12].',
  'The losses rise from 3 [C18] to 8 [C21].',
  'The losses lie between 3 [C18] and 8 [C21].',
  'The lowest of the losses is 3 [C18].',
  'Varied was load, from 1 [C25] to 8 [C26].',
  'For north, the load lies between 2 [C23] and 4 [C24].',
  'The rate was 1000 tokens/s [C22].',
  'The rate was 1 tokens/ms [C22].',
  'The outcome may depend on the data of this run.',
  'The build does not depend on the order of the files.',
  'A general statement would need further runs.',
  'The checks say nothing of the design of the experiment.',
  'Nothing here was examined by experts.',
  'This is a positive result and is reported as such.',
  'Only one kind of load was tried, which need not be typical.',
  'Anyone can read the files.',
  'The users of the queue see one order.',
  'A review by the program follows.',
  'The reader is limited to one file at a time.',
  'The result may not carry over to other machines.',
  'It is open whether the method works on larger models.',
  'No earlier work was searched for.',
  'The method reads each file once and writes what it found to another.',
  'The settings were the same for every variant.',
  'The design does not extend to several users.',
  'The findings are those of the runs recorded and reach no further.',
  'The literature was not searched.',
  'These numbers are to be read within the limits above.',
  'The request is answered by Redis and Nginx.',
  'The loop was measured by the Python timer.',
  'Nevertheless the run was stopped.',
  'The path is results/best.json.',
  'It is open whether routing is faster, slower or neither.',
  'We asked whether the faster variant is the smaller one, and by how much.',
  'Whether routing is faster is open.',
  'In mean time, routed is faster than baseline [C12], whether or not it is smaller.',
  'In mean time, routed is not only faster than baseline [C12].',
  'In mean time, routed is not slower than baseline [C12].',
  'The best-of-n rule is part of the method.',
  'The method is used only if it works on any model at all.',
];

const guilty: readonly (readonly [sentence: string, rule: string])[] = [
  ['It took three runs.', 'number_without_claim'],
  ['It took twelve runs.', 'number_without_claim'],
  ['Ninety-nine requests failed.', 'number_without_claim'],
  ['Two hundred requests were made.', 'number_without_claim'],
  ['A dozen requests were made.', 'number_without_claim'],
  ['Thousands of requests were made.', 'number_without_claim'],
  ['Half of the requests were lost.', 'number_without_claim'],
  ['Latency was cut by half.', 'number_without_claim'],
  ['A third of the requests was lost.', 'number_without_claim'],
  ['Two thirds of the requests were lost.', 'number_without_claim'],
  ['A quarter of the requests was lost.', 'number_without_claim'],
  ['It ran twice as long.', 'number_without_claim'],
  ['A twofold gain was seen.', 'number_without_claim'],
  ['A three-fold gain was seen.', 'number_without_claim'],
  ['The cost doubled.', 'number_without_claim'],
  ['The cost tripled.', 'number_without_claim'],
  ['The cost was halved.', 'number_without_claim'],
  ['It needed more than double the memory.', 'number_without_claim'],
  ['Seven percent were lost.', 'number_without_claim'],
  ['Seven per cent were lost.', 'number_without_claim'],
  ['It failed in three out of ten cases.', 'number_without_claim'],
  ['There were zero losses.', 'number_without_claim'],
  ['It took ٣ runs.', 'number_without_claim'],
  ['It took ३ runs.', 'number_without_claim'],
  ['It took ３ runs.', 'number_without_claim'],
  ['½ of it remained.', 'number_without_claim'],
  ['It took 10³ runs.', 'number_without_claim'],
  ['It took Ⅳ runs.', 'number_without_claim'],
  ['The baseline mean is 11 ms [C1].', 'number_without_claim'],
  ['The baseline mean is eleven milliseconds [C1].', 'number_without_claim'],
  ['The baseline mean is 8–12 ms [C1].', 'number_without_claim'],
  ['The failures were six out of twenty [C6, C5] trials.', 'number_without_claim'],
  ['The wall time was about 20 s [C11].', 'number_without_claim'],
  ['The wall time was 12.49 s [C11].', 'number_without_claim'],
  ['The trials were 20 million [C5].', 'number_without_claim'],
  ['The trials were 20 [C5] million.', 'number_without_claim'],
  ['The trials were 20k [C5].', 'unit'],
  ['The baseline mean is 10 s [C1].', 'unit'],
  ['The baseline mean is 10 [C1] seconds.', 'unit'],
  ['The baseline mean is ten seconds [C1].', 'unit'],
  ['The baseline mean is 10% [C1].', 'unit'],
  ['The failures were 5% [C6].', 'unit'],
  ['The memory is 2000000 MB [C10].', 'unit'],
  ['The accuracy of routed is 0.9% [C4].', 'unit'],
  ['The accuracy of routed is 20 [C5].', 'name'],
  ['The errors were 5 [C6].', 'name'],
  ['The mean of baseline is 5 ms [C2].', 'name'],
  ['The mean of routed is 10 ms [C1].', 'name'],
  ['The ratio of the accuracy is 0.5 [C12].', 'name'],
  ['By the mean, 0.5 [C12] is the ratio of baseline compared with routed.', 'name'],
  ['Compared with baseline, routed records mean 10 ms [C1] against 5 ms [C2].', 'name'],
  ['Compared with routed, baseline records mean 5 ms [C2] against 10 ms [C1].', 'name'],
  ['The mean is 10 ms [C1] for routed and 5 ms [C2] for baseline.', 'name'],
  ['The mean of baseline is 5 ms [C2] and that of routed 10 ms [C1].', 'name'],
  ['The mean of 10 ms [C1] against 5 ms [C2] is the ratio 0.5 [C12] of both.', 'name'],
  ['The trials, failures and errors were 5 [C6], 20 [C5] and 0 [C7].', 'name'],
  ['The trials were 5 [C6], the failures 20 [C5] and the errors 0 [C7].', 'name'],
  ['The run has trials (count) 5 [C6], failures 20 [C5] and errors 0 [C7].', 'name'],
  ['In 5 [C6] trials there were 20 [C5] failures.', 'name'],
  ['The accuracy of baseline and routed is 0.9 [C4] and 0.8 [C3].', 'name'],
  [
    'For routed, the mean is lower than for baseline: 10 ms [C1] against 5 ms [C2], a ratio of 0.5 [C12].',
    'name',
  ],
  [
    'For routed, the mean is lower than for baseline: 5 ms [C2] against 0.5 [C12], a ratio.',
    'name',
  ],
  ['The mean of routed is lower than that of baseline, at a ratio of 5 [C2] [C12].', 'name'],
  ['The losses rise from 3 [C18] to 6 [C20].', 'name'],
  ['The losses lie between 4 [C19] and 8 [C21].', 'name'],
  ['For north, the load lies between 2 [C23] and 8 [C26].', 'name'],
  ['The losses range from 3 [C18] to 6 [C20].', 'name'],
  ['The lowest of the losses is 4 [C19].', 'word_without_claim'],
  ['The rate was 1000 tokens/ms [C22].', 'unit'],
  ['The outcome does not depend on the data.', 'word_without_claim'],
  ['This is a negative result and is reported as such.', 'word_without_claim'],
  ['Inconclusive result: Faster routing', 'word_without_claim'],
  ['The benefit is not limited to this machine.', 'word_without_claim'],
  ['The effect is general.', 'word_without_claim'],
  ['There is no setting in which it would not help.', 'word_without_claim'],
  ['Users of other cards may rely on these numbers.', 'word_without_claim'],
  ['Nobody will see another outcome on another machine.', 'word_without_claim'],
  ['A survey by Novak comes to this conclusion.', 'word_without_claim'],
  ['The idea goes back to Ito.', 'word_without_claim'],
  ['The gain is substantial.', 'word_without_claim'],
  ['The numbers speak for themselves.', 'word_without_claim'],
  ['The method saves a great deal of time.', 'word_without_claim'],
  ['The result holds for every model.', 'word_without_claim'],
  ['The findings carry over to models of any size.', 'word_without_claim'],
  ['It generalises well.', 'word_without_claim'],
  ['The effect appears regardless of the hardware.', 'word_without_claim'],
  ['Nothing limits the method: it works everywhere.', 'word_without_claim'],
  ['The same was reported by Miller and Rossi.', 'word_without_claim'],
  ['It agrees with earlier work.', 'word_without_claim'],
  ['Kim and Okafor report a similar gain.', 'word_without_claim'],
  ['Routing is faster.', 'word_without_claim'],
  ['By its mean of 5 ms [C2] routed is faster.', 'word_without_claim'],
  ['Whether or not the lists are long, routing is faster.', 'word_without_claim'],
  ['Whether the lists are long or short, routing is faster.', 'word_without_claim'],
  ['It is open whether it is stable, but it is faster.', 'word_without_claim'],
  ['Whether it is stable was not asked; it is faster.', 'word_without_claim'],
  ['In mean time, routed is not only slower than baseline [C12].', 'word_without_claim'],
  ['In mean time, routed is without question slower than baseline [C12].', 'word_without_claim'],
  ['In mean time, routed is no doubt slower than baseline [C12].', 'word_without_claim'],
  ['It is a clearly-superior design.', 'word_without_claim'],
  ['Routing is the better-performing variant.', 'word_without_claim'],
  ['The method works on any model even if it is small.', 'word_without_claim'],
  ['The result holds for all models and not only for this one.', 'word_without_claim'],
  ['In mean time, routed is slower than baseline [C12].', 'word_without_claim'],
  ['The accuracy of routed is lower than that of baseline [C13].', 'word_without_claim'],
  ['The accuracy of routed is not higher than that of baseline [C13].', 'word_without_claim'],
  ['The accuracy falls from 0.8 [C3] for baseline to 0.9 [C4] for routed.', 'word_without_claim'],
  ['The mean of routed is worse than that of baseline [C12].', 'word_without_claim'],
  ['Routing outperforms everything known.', 'word_without_claim'],
  ['The gain is significant.', 'word_without_claim'],
  ['The gain in accuracy is significant [C13].', 'word_without_claim'],
  ['All requests were answered.', 'word_without_claim'],
  ['Every request was answered.', 'word_without_claim'],
  ['It always works.', 'word_without_claim'],
  ['It never fails.', 'word_without_claim'],
  ['The method is lossless.', 'word_without_claim'],
  ['This is state of the art.', 'word_without_claim'],
  ['This is state-of-the-art work.', 'word_without_claim'],
  ['The results support the hypothesis.', 'word_without_claim'],
  ['The hypothesis is confirmed by the accuracy of 0.9 [C4].', 'word_without_claim'],
  ['The hypothesis is refuted [C14].', 'word_without_claim'],
  ['The threshold was not met [C14].', 'word_without_claim'],
  [
    'The highest accuracy is 0.8 [C3], that of baseline, and routed has 0.9 [C4].',
    'word_without_claim',
  ],
  ['The highest depth is 3 [C27], that of east.', 'word_without_claim'],
  [
    'The mean and the accuracy of routed are both higher than those of baseline [C12, C13].',
    'word_without_claim',
  ],
  ['Both the mean and the accuracy of routed are higher [C12], [C13].', 'word_without_claim'],
  ['The mean time of both is higher for routed than for baseline [C12].', 'word_without_claim'],
  ['In accuracy, both routed and its twin are better than baseline [C13].', 'word_without_claim'],
  ['Routed is better than baseline [C13], in both trials.', 'word_without_claim'],
  ['The five variants were run.', 'number_without_claim'],
  ['The four variants were run [C5].', 'number_without_claim'],
  ['Each of the three measured sites was visited.', 'number_without_claim'],
  ['This is the best variant.', 'word_without_claim'],
  ['The run proves the idea.', 'word_without_claim'],
  ['The decision record says: “Routing was always better.”', 'quote'],
  ['The hypothesis was: “Routing is thrice as fast.”', 'quote'],
  ['The decision record closed the run [C15].', 'observation'],
  ['The decision record gives the hypothesis as “refuted” [C15].', 'observation'],
  ['The routеd variant is small.', 'strange_character'],
  ['The ΒASE variant is small.', 'strange_character'],
  ['The routed\u200B variant is small.', 'strange_character'],
  ['The routed \u202Evariant is small.', 'strange_character'],
  ['The rou\u00ADted variant is small.', 'strange_character'],
];

describe('an innocent sentence', () => {
  it.each(innocent)('passes: %s', (sentence) => {
    expect(rulesOf(sentence)).toEqual([]);
  });
  it('is one of sixty at least', () => expect(new Set(innocent).size).toBeGreaterThanOrEqual(60));
});

describe('a guilty sentence', () => {
  it.each(guilty)('is found: %s (%s)', (sentence, rule) => {
    expect(rulesOf(sentence)).toContain(rule);
  });
  it('is one of sixty at least', () => {
    expect(new Set(guilty.map(([sentence]) => sentence)).size).toBeGreaterThanOrEqual(60);
  });
});
