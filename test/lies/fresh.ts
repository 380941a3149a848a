/**
 * False and honest sentences on six subjects. They were written for an earlier edition of the rules, which nobody had
 * made with them; the rules of today were, so that they show only that these hold what they were made for. `unseen.ts`
 * and `unseen-again.ts` have those that were not.
 */
import { checkDraft } from '../../src/papers/verify/drafts.ts';
import { readPaper } from '../../src/papers/verify/reading.ts';

/** A run of which sentences speak: what it was to find out, and the names in its result file. */
export interface Subject {
  readonly title: string;
  readonly hypothesis: string;
  readonly results: object;
  readonly falsehoods: readonly string[];
  readonly honest: readonly string[];
}

const hash = 'a'.repeat(64);
const path = 'evidence/results.json';

/** The rules that a sentence breaks which cites nothing, in a paper on the subject; or a row of cells below a head. */
export function rulesBroken(
  { title, hypothesis, results }: Subject,
  said: string | readonly string[],
): string[] {
  const reading = readPaper({
    ledger: {
      schema_version: 'claim_ledger.v3',
      paper_id: 'p',
      run_id: 'r',
      evidence_merkle_root: hash,
      claims: [],
      unsupported_claim_count: 0,
      not_results: [],
      figures: [],
    },
    bundle: {
      schema_version: 'evidence_bundle.v3',
      paper_id: 'p',
      project_id: 'p',
      run_id: 'r',
      created_at: '2026-01-01T00:00:00.000Z',
      files: [
        {
          path,
          public_path: path,
          bytes: 1,
          sha256: hash,
          media_type: 'application/json',
          role: 'result',
        },
      ],
      metrics: [],
      telemetry: null,
      unavailable: [],
      redactions: [],
      limitations: [],
      idea: { title, hypothesis, settings: {} },
      merkle_root: hash,
    },
    readings: new Map([[path, { sha256: hash, json: results }]]),
    values: new Map(),
    manifest: {},
    metadata: {},
  });
  const at = (line: number, text: string) => ({ line, text, isRow: false, cells: [], section: '' });
  const row = (line: number, cells: readonly string[]) => ({
    ...at(line, cells.join(' ')),
    isRow: true,
    cells: [...cells],
  });
  const head = typeof said === 'string' ? [] : said.map(() => 'Case');
  const own = typeof said === 'string' ? [at(3, said)] : [row(3, head), row(4, said)];
  const draft = { lines: [at(1, title), ...own], problems: [], targets: [] };
  return checkDraft('paper.md', draft, reading).problems.map(({ rule }) => rule);
}

export const subjects: readonly Subject[] = [
  {
    title: 'Cache-aware merge sort',
    hypothesis: 'Blocking the merge phase lowers the number of cache misses.',
    results: { variants: { plain: { cache_misses: 9, seconds: 4 }, blocked: { cache_misses: 5 } } },
    falsehoods: [
      'Blocking is a free lunch for any program that sorts.',
      'The blocked version has since been adopted by several database vendors.',
      'Even the authors of the standard library were impressed.',
      'Cache misses practically vanish.',
      'No competitor came anywhere near it.',
      'The trick carries over to quicksort without further work.',
      'Programmers who try it do not go back.',
      'Memory traffic went down on every chip that we own.',
      'It sorts in linear time.',
      'The two versions were also timed on a cluster of phones, with the same outcome.',
    ],
    honest: [
      'The input was an array of random integers, generated once and copied before each trial.',
      'Both variants were compiled with the same flags.',
      'Cache misses were read from the hardware counters of the processor.',
      'The machine was otherwise idle, as far as we could tell.',
      'We did not pin the process to a core.',
      'Blocks were sized so that two of them fit into the second level of the cache.',
      'Sorted output was compared element by element with that of the standard library.',
      'Only integers were sorted; strings or records may behave differently.',
      'The clock was read before and after the call, so allocation is included.',
      'Input that is already sorted was not part of the experiment.',
    ],
  },
  {
    title: 'Watering tomato seedlings by soil moisture',
    hypothesis: 'Watering at a moisture threshold uses less water than a fixed schedule.',
    results: { beds: { schedule: { litres: 40, height_cm: 21 }, threshold: { litres: 31 } } },
    falsehoods: [
      'Gardeners everywhere can cut their bills in half.',
      'The seedlings in the threshold bed were visibly happier.',
      'No plant was lost in either bed.',
      'The system pays for itself within a season.',
      'It has been in use on commercial farms for years.',
      'Yields are certain to follow.',
      'A botanist inspected the beds and agreed with our reading.',
      'Thirsty plants are a thing of the past.',
      'Peppers and cucumbers reacted in the same manner.',
      'The result settles a long dispute among growers.',
    ],
    honest: [
      'Each bed held the same number of seedlings from one batch of seed.',
      'Moisture was measured by a capacitive sensor at a depth of a few centimetres.',
      'The fixed schedule watered every bed at dawn.',
      'Rain was kept off by a plastic sheet.',
      'Heights were taken with a ruler from the soil to the highest leaf.',
      'One sensor drifted during the second week and was replaced.',
      'Whether the plants would have yielded more fruit was not followed up.',
      'The beds stood side by side, so they received nearly the same light.',
      'Litres were counted by a flow meter in the supply pipe.',
      'The weather was mild, and a hot summer might change the picture.',
    ],
  },
  {
    title: 'Predicting bus arrivals from position reports',
    hypothesis:
      'A filter over recent reports predicts arrivals with a smaller error than the timetable.',
    results: {
      errors: { timetable: { mean_absolute_error_s: 140 }, filter: { mean_absolute_error_s: 80 } },
    },
    falsehoods: [
      'Passengers rated the new display as far superior.',
      'The filter is now running in the control room of the operator.',
      'It never strays more than a moment from the truth.',
      'Any city could switch to it tomorrow.',
      'The timetable turned out to be worthless.',
      'Rush hours pose no difficulty whatsoever.',
      'Comparable accuracy has only been reported with far more sensors.',
      'The predictions are sharp at all stops.',
      'Trams and trains were predicted as well as buses.',
      'The reports of a second winter gave the same picture.',
    ],
    honest: [
      'Position reports arrive roughly every half minute and carry a time stamp.',
      'Reports that were older than the last stop were discarded.',
      'The error is the difference between the predicted and the observed arrival, in seconds.',
      'Days with road works were left in the data.',
      'The filter was given no information about traffic lights.',
      'Arrivals at the terminal stop were not counted.',
      'The model parameters were tuned on the first half of the month and then frozen.',
      'It remains to be seen how it copes with diversions.',
      'All reports come from a single operator.',
      'Missing reports were bridged by linear interpolation.',
    ],
  },
  {
    title: 'Pruned speech recogniser on a small board',
    hypothesis: 'Pruning attention heads keeps the word error rate and shortens decoding.',
    results: {
      models: { full: { word_error_rate: 0.11, decode_s: 3 }, pruned: { word_error_rate: 0.12 } },
    },
    falsehoods: [
      'Listeners could not hear a difference.',
      'The pruned model understands dialects that the full one never learned.',
      'Half of the heads turned out to be dead weight.',
      'Accuracy is untouched.',
      'The board stays cool even in summer.',
      'Hospitals have begun to use it for dictation.',
      'Our findings put an end to the debate on large models.',
      'Whispered speech is handled flawlessly.',
      'Noise in the street did not change the outcome.',
      'This makes the cloud unnecessary.',
    ],
    honest: [
      'Heads were ranked by the mean magnitude of their output on a held-out set.',
      'Recordings were resampled to the rate that the model expects.',
      'Decoding time covers feature extraction, the encoder and a greedy search.',
      'The board ran from a bench supply, and its clock was fixed.',
      'Transcripts were lowercased and stripped of punctuation before scoring.',
      'No language model was applied afterwards.',
      'We did not retrain the network after pruning.',
      'Speakers with strong accents are underrepresented in the test set.',
      'The first utterance of each session was dropped because the model was still being loaded.',
      'Power draw was not recorded.',
    ],
  },
  {
    title: 'Priority queue for batch jobs',
    hypothesis: 'Ageing keeps short jobs fast without starving long ones.',
    results: { policies: { fifo: { wait_s: 90, jobs: 500 }, ageing: { wait_s: 55, jobs: 500 } } },
    falsehoods: [
      'Starvation is impossible by design.',
      'Operators praised the calm of the new queue.',
      'Ageing is the obvious choice for data centres.',
      'Every job finished before its deadline.',
      'The policy needs no tuning.',
      'The queue was hammered with a million jobs and did not blink.',
      'Long jobs even gained from it.',
      'Two universities have confirmed our measurements.',
      'The old policy should be retired at once.',
      'Jobs of all sizes waited for about the same time.',
    ],
    honest: [
      'Job lengths were drawn from a lognormal distribution with a fixed seed.',
      'A job that waits gains one point of priority per minute.',
      'The simulator advances from event to event and does not sleep.',
      'Both policies saw the identical sequence of arrivals.',
      'Waiting time runs from submission to the start of execution.',
      'Jobs still in the queue at the end were excluded from the averages.',
      'Preemption is not modelled.',
      'The ageing rate was picked by hand and never varied.',
      'Failures of nodes were ignored.',
      'How the policy fares under a heavier load is an open question.',
    ],
  },
  {
    title: 'Docking scores with fewer poses',
    hypothesis: 'Sampling fewer poses leaves the ranking of ligands unchanged.',
    results: { runs: { dense: { spearman: 1, poses: 400 }, sparse: { spearman: 0.9, poses: 50 } } },
    falsehoods: [
      'The sparse run found two promising drug candidates.',
      'Wet-lab assays later bore out the ranking.',
      'Chemists can trust the sparse scores blindly.',
      'The approach slashes the cost of screening.',
      'The ranking is the same for all proteins of the family.',
      'Dense sampling has become pointless.',
      'Reviewers of an earlier version called the evidence strong.',
      'The method generalises to membrane receptors.',
      'The scores agree with those of three other programs.',
      'Sparse sampling did not miss a single good pose.',
    ],
    honest: [
      'Ligands were taken from a public library and protonated at neutral pH.',
      'The receptor was kept rigid throughout.',
      'Each ligand was docked with the same random seed in both runs.',
      'Ranks were compared by the Spearman coefficient.',
      'Ties were broken by the name of the ligand.',
      'Water molecules in the crystal structure were removed.',
      'Scores are in arbitrary units and should not be read as binding energies.',
      'Only one protein was studied.',
      'No experimental affinities were available for comparison.',
      'The poses themselves were not inspected.',
    ],
  },
];
