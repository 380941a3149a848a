/** Words that state a result, by what must be cited in their sentence to license them. */

/** What a word asks for, as the page of the rules says it; `result-words.ts` says how each is decided. */
export const licences = {
  higher:
    'a comparison in this direction, subject against baseline, or two values of one quantity in this order',
  lower: 'the same, the other way',
  rises: 'the same, or the last cited value of a quantity against the first',
  falls: 'the same, the other way',
  faster: 'a comparison of a time or a rate in this direction',
  slower: 'the same, the other way',
  better: 'a comparison whose better direction is known',
  worse: 'the same, the other way',
  highest: 'several values of one quantity, the first of which is that end, or a statistic that is',
  lowest: 'the same',
  fastest: 'the same, of a time or a rate',
  slowest: 'the same',
  best: 'the same, where the better direction is known',
  worst: 'the same',
  universal: 'several values of one quantity, a statistic over many, or an outcome that was met',
  significant: 'the bounds of an interval that leaves out "no difference"',
  exact: 'a value of 0, 1 or 100',
  met: 'an outcome with that verdict',
  not_met: 'an outcome with that verdict',
  agrees: 'a replication that agrees with its first run',
  disagrees: 'a replication that does not',
  overlap: 'a replication whose interval overlaps that of its first run',
  apart: 'a replication whose interval does not',
  same_verdict: 'a replication with the verdict of its first run',
  other_verdict: 'a replication with another verdict than its first run',
  nothing: 'nothing that a run measures',
  beyond:
    'nothing: words that carry a result to what was not tried ("works on any model"), unless their clause denies it, asks or leaves it open',
  literature:
    'the citation of an entry of references.bib: words for what others wrote ("earlier work", "as Miller and Rossi reported"), unless their clause denies it',
} as const;
/** One of them. */
export type Licence = keyof typeof licences;

/** Each word is in one row; `unless` are words behind or before it that make it an ordinary one. */
export interface WordRow {
  readonly licence: Licence;
  readonly words: string;
  /** Only in a sentence that speaks of a hypothesis, a threshold and the like. */
  readonly ofOutcome?: true;
  readonly unlessBefore?: string;
  readonly unlessBehind?: string;
}

/** The closed table. */
export const resultWords: readonly WordRow[] = [
  {
    licence: 'higher',
    words: 'higher greater larger bigger exceeds exceeded exceeding surpasses surpassed',
    unlessBehind: 'order level levels dimensional education layer layers',
  },
  { licence: 'higher', words: 'longer', unlessBefore: 'no' },
  { licence: 'lower', words: 'shorter' },
  {
    licence: 'lower',
    words: 'lower smaller fewer',
    unlessBehind: 'bound bounds level levels case triangular layer layers half',
  },
  {
    licence: 'rises',
    words:
      'rises rose risen increases increased grows grew grown climbs climbed gains gained doubles triples',
    unlessBehind: 'from scratch',
  },
  {
    licence: 'falls',
    words:
      'falls fell fallen decreases decreased reduces reduced reduction reductions declines declined shrinks shrank drops lowers',
    unlessBehind: 'precision form into over back mean',
    unlessBefore: 'all',
  },
  {
    licence: 'faster',
    words: 'faster quicker speedup speedups accelerates accelerated',
    unlessBehind: 'rcnn',
  },
  { licence: 'slower', words: 'slower slowdown slowdowns' },
  {
    licence: 'better',
    words:
      'better superior improves improved improvement improvements outperforms outperformed outperform beats',
    unlessBehind: 'known understood',
    unlessBefore: 'for to',
  },
  {
    licence: 'worse',
    words:
      'worse inferior worsens worsened degrades degraded degradation deteriorates underperforms underperformed',
  },
  { licence: 'highest', words: 'highest largest greatest biggest longest' },
  { licence: 'lowest', words: 'lowest smallest fewest shortest' },
  { licence: 'fastest', words: 'fastest quickest' },
  { licence: 'slowest', words: 'slowest' },
  {
    licence: 'best',
    words: 'best strongest winner wins',
    unlessBehind: 'effort practice practices fit of',
    unlessBefore: 'at',
  },
  { licence: 'worst', words: 'worst weakest', unlessBehind: 'case', unlessBefore: 'at' },
  {
    licence: 'universal',
    words:
      'all every always never invariably throughout everywhere none nothing everything consistently',
    unlessBehind: 'right rights else other mind reduce gather so in the_same but should',
    unlessBefore: 'after at above not for of if say says said',
  },
  {
    licence: 'significant',
    words: 'significant significantly significance',
    unlessBehind: 'digit digits figure figures bit bits',
  },
  { licence: 'exact', words: 'lossless losslessly perfect perfectly flawless flawlessly' },
  {
    licence: 'met',
    words:
      'confirms confirmed confirming corroborates corroborated validates validated vindicates vindicated',
    ofOutcome: true,
  },
  {
    licence: 'met',
    words:
      'supports supported supporting support met meets satisfies satisfied establishes established establish holds reached reaches passes passed',
    ofOutcome: true,
  },
  {
    licence: 'not_met',
    words: 'refutes refuted disproves disproved contradicts contradicted',
    ofOutcome: true,
  },
  { licence: 'not_met', words: 'fails failed misses missed unsupported rejected', ofOutcome: true },
  {
    licence: 'nothing',
    words:
      'proves proven guarantees guaranteed unprecedented groundbreaking breakthrough sota unmatched unrivalled unrivaled unparalleled revolutionary undeniable undeniably undoubtedly indisputable indisputably unequivocal unequivocally conclusive conclusively definitive definitively convincing convincingly compelling impressive impressively remarkable remarkably dramatic dramatically tremendous tremendously striking strikingly superb excellent enormous enormously immense immensely overwhelming overwhelmingly substantial substantially considerable considerably massive massively huge hugely vast vastly outstanding exceptional exceptionally extraordinary extraordinarily spectacular spectacularly obvious obviously clearly evidently dominates dominated dominating decisive decisively irrefutable irrefutably unquestionable unquestionably',
    unlessBefore: 'not no nor hardly less',
  },
];

/** What sets two values, or one against all others, in an order. */
const comparing: ReadonlySet<Licence> = new Set([
  'higher',
  'lower',
  'rises',
  'falls',
  'faster',
  'slower',
  'better',
  'worse',
  'highest',
  'lowest',
  'fastest',
  'slowest',
  'best',
  'worst',
]);

/** The words of the table that compare, whatever stands beside them. */
export const comparingWords: ReadonlySet<string> = new Set(
  resultWords.flatMap(({ licence, words }) => (comparing.has(licence) ? words.split(' ') : [])),
);

/** Several words that are held like one. */
export const resultPhrases: readonly { readonly licence: Licence; readonly phrase: string }[] = [
  { licence: 'agrees', phrase: 'replication agrees' },
  { licence: 'disagrees', phrase: 'replication disagrees' },
  { licence: 'overlap', phrase: 'intervals overlap' },
  { licence: 'apart', phrase: 'intervals are apart' },
  { licence: 'same_verdict', phrase: 'verdicts are the same' },
  { licence: 'other_verdict', phrase: 'verdicts differ' },
  { licence: 'nothing', phrase: 'state of the art' },
  { licence: 'nothing', phrase: 'without exception' },
  { licence: 'nothing', phrase: 'for the first time' },
  { licence: 'nothing', phrase: 'no doubt' },
  { licence: 'nothing', phrase: 'beyond doubt' },
  { licence: 'nothing', phrase: 'without doubt' },
  { licence: 'nothing', phrase: 'beyond question' },
  { licence: 'nothing', phrase: 'comes close' },
  { licence: 'nothing', phrase: 'is robust' },
  { licence: 'nothing', phrase: 'are robust' },
  { licence: 'nothing', phrase: 'is reliable' },
  { licence: 'nothing', phrase: 'are reliable' },
  { licence: 'nothing', phrase: 'highly reliable' },
  { licence: 'nothing', phrase: 'by far' },
  { licence: 'nothing', phrase: 'beyond any doubt' },
  { licence: 'nothing', phrase: 'beyond any reasonable' },
  { licence: 'nothing', phrase: 'beyond dispute' },
  { licence: 'nothing', phrase: 'speak for themselves' },
  { licence: 'nothing', phrase: 'speaks for itself' },
  { licence: 'nothing', phrase: 'step forward' },
  { licence: 'nothing', phrase: 'leap forward' },
  { licence: 'nothing', phrase: 'great deal' },
  { licence: 'nothing', phrase: 'good deal' },
  { licence: 'nothing', phrase: 'solves the problem' },
  { licence: 'nothing', phrase: 'solved the problem' },
  { licence: 'nothing', phrase: 'worth using' },
  { licence: 'nothing', phrase: 'worth adopting' },
  { licence: 'nothing', phrase: 'practically relevant' },
  { licence: 'nothing', phrase: 'nothing else is needed' },
  { licence: 'nothing', phrase: 'statistically sound' },
  { licence: 'nothing', phrase: 'statistically robust' },
  { licence: 'nothing', phrase: 'statistically meaningful' },
  { licence: 'nothing', phrase: 'is sound' },
  { licence: 'higher', phrase: 'more frequent' },
  { licence: 'higher', phrase: 'more often' },
  { licence: 'lower', phrase: 'less often' },
  { licence: 'higher', phrase: 'more frequently' },
  { licence: 'lower', phrase: 'less frequently' },
  { licence: 'higher', phrase: 'more common' },
  { licence: 'higher', phrase: 'more numerous' },
  { licence: 'higher', phrase: 'more abundant' },
  { licence: 'lower', phrase: 'less frequent' },
  { licence: 'lower', phrase: 'less common' },
  { licence: 'lower', phrase: 'less abundant' },
  { licence: 'higher', phrase: 'starts later' },
  { licence: 'higher', phrase: 'started later' },
  { licence: 'higher', phrase: 'ends later' },
  { licence: 'higher', phrase: 'ended later' },
  { licence: 'lower', phrase: 'starts earlier' },
  { licence: 'lower', phrase: 'started earlier' },
  { licence: 'lower', phrase: 'ends earlier' },
  { licence: 'lower', phrase: 'ended earlier' },
  { licence: 'rises', phrase: 'went up' },
  { licence: 'rises', phrase: 'goes up' },
  { licence: 'rises', phrase: 'go up' },
  { licence: 'rises', phrase: 'rise in' },
  { licence: 'falls', phrase: 'went down' },
  { licence: 'falls', phrase: 'goes down' },
  { licence: 'falls', phrase: 'go down' },
  { licence: 'falls', phrase: 'comes down' },
  { licence: 'falls', phrase: 'come down' },
  { licence: 'falls', phrase: 'came down' },
  { licence: 'falls', phrase: 'dropped to' },
  { licence: 'falls', phrase: 'dropped from' },
  { licence: 'falls', phrase: 'dropped by' },
  { licence: 'falls', phrase: 'drop in' },
  { licence: 'faster', phrase: 'speeds up' },
  { licence: 'faster', phrase: 'speed up' },
  { licence: 'faster', phrase: 'sped up' },
  { licence: 'better', phrase: 'is ahead' },
  { licence: 'better', phrase: 'was ahead' },
  { licence: 'better', phrase: 'stays ahead' },
  { licence: 'better', phrase: 'comes out ahead' },
  { licence: 'better', phrase: 'came out ahead' },
  { licence: 'best', phrase: 'comes first' },
  { licence: 'best', phrase: 'came first' },
  { licence: 'best', phrase: 'ranks first' },
  { licence: 'best', phrase: 'ranked first' },
  { licence: 'best', phrase: 'first place' },
  { licence: 'exact', phrase: 'no error' },
  { licence: 'exact', phrase: 'no errors' },
  { licence: 'exact', phrase: 'no loss' },
  { licence: 'exact', phrase: 'no losses' },
  { licence: 'exact', phrase: 'no crash' },
  { licence: 'exact', phrase: 'no crashes' },
  { licence: 'exact', phrase: 'no misses' },
  { licence: 'exact', phrase: 'without error' },
  { licence: 'exact', phrase: 'without errors' },
  { licence: 'exact', phrase: 'without loss' },
  { licence: 'met', phrase: 'as predicted' },
  { licence: 'nothing', phrase: 'the first to' },
  { licence: 'nothing', phrase: 'first paper' },
  { licence: 'nothing', phrase: 'first study' },
  { licence: 'nothing', phrase: 'no other method' },
  { licence: 'nothing', phrase: 'no other approach' },
  { licence: 'nothing', phrase: 'no other system' },
  { licence: 'nothing', phrase: 'no extra cost' },
  { licence: 'nothing', phrase: 'no additional cost' },
  { licence: 'nothing', phrase: 'at no cost' },
  { licence: 'nothing', phrase: 'for free' },
  { licence: 'nothing', phrase: 'had no effect' },
  { licence: 'nothing', phrase: 'has no effect' },
  { licence: 'nothing', phrase: 'makes a difference' },
  { licence: 'nothing', phrase: 'made a difference' },
  { licence: 'nothing', phrase: 'does its job' },
  { licence: 'nothing', phrase: 'did its job' },
  { licence: 'nothing', phrase: 'does the job' },
  { licence: 'nothing', phrase: 'did the job' },
  { licence: 'nothing', phrase: 'pay off' },
  { licence: 'nothing', phrase: 'paid off' },
  { licence: 'nothing', phrase: 'on par' },
  { licence: 'nothing', phrase: 'new record' },
  { licence: 'nothing', phrase: 'new standard' },
  { licence: 'nothing', phrase: 'signed off' },
  { licence: 'nothing', phrase: 'makes sense' },
];

/** What an outcome is about. */
export const outcomeObjects = new Set(
  'hypothesis hypotheses conjecture prediction predictions expectation expectations criterion criteria threshold thresholds target targets goal goals requirement requirements theory conclusion aim'.split(
    ' ',
  ),
);

/** Quantities of which less is better, and more, where no ledger says it; word by word. */
export const betterLower =
  /\b(?:times?|latency|latencies|duration|durations|second|seconds|wall|loss|losses|error|errors|perplexity|memory|energy|power|cost|rmse|mae|mse|failures?|misses|ms)\b/i;
/** The others. */
export const betterHigher =
  /\b(?:accuracy|accuracies|throughput|speedup|score|f1|precision|recall|auc|bleu|rouge|reward|hits?|bandwidth|rate|goodput|success)\b/i;
/** Rates, of which more is faster. */
export const rateNames = /\b(?:throughput|rate|speed|speedup|bandwidth|goodput|tps|qps)\b/i;
/** Times, of which less is faster. */
export const timeNames =
  /\b(?:times?|latency|latencies|duration|durations|seconds?|wall|elapsed|delay|runtime)\b/i;
