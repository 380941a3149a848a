/**
 * Verbs by which a clause in the active says how something is set up or what it goes through ("chunks hold a second of
 * video"), and no more. Verbs that say so only in some company ("belongs to", not "belongs in a museum") have it beside
 * them. What is on neither list tells what came of something.
 */
import { claimingVerbs, endingVerbs } from './outcome-verbs.ts';
import { faultWords, meritWords } from './plain-words.ts';
import { be, isVerdict } from './setup-adjectives.ts';
import { formsOf, groundsOf, wordsIn } from './word-forms.ts';

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

/** Verbs that tell a setup whatever does so, in all their forms. */
const ofCases = `
  accept add apply ask belong call carry clear close combine compare consist contain copy cost count cover denote
  describe differ divide end enter exclude face fill follow group include involve join keep list load lock log mark
  mean measure move name open pass point poll print receive record refer refuse remove replace report request rest
  retry return rotate round sample scan schedule send share sleep split start state stop store sum take update use
  visit wait
`;
const irregular = `
  am are be been being began begin begins came come comes cut cuts did do does drew draw draws gave give gives got
  had has have held hang hangs hid hung is knew know knows laid lay lies met put puts ran read reads run runs sat saw
  see sees sent set sets sit sits slept stand stands stood took was were write writes wrote can cannot could may
  might must shall should will would
`;

/** Of these a clause needs one that says what a case or a quantity does. */
const settingUp: ReadonlySet<string> = new Set([
  ...formsOf({ forms: 'verbs', words: ofCases }),
  ...wordsIn(irregular),
]);

/** The same of anything else. */
const telling: ReadonlySet<string> = new Set([
  ...formsOf({
    forms: 'verbs',
    words: `
      abort acknowledge align allocate alternate append arise assign await begin bind blink block blow border bounce
      broadcast burn cast check choose click climb coil collect collide commit comprise compute concern connect
      convert correspond crawl cross curve cycle declare decode define deliver derive detach dip discard dispatch
      display dissolve drain drift drip drive drop dump elapse embed emit enclose encode encrypt estimate evict
      exchange execute expand expire export extract fasten feed fetch filter fix flip float flow fold forward frame
      free freeze generate glow grip hash heat hold hook hop ignore import index insert invoke issue iterate label land
      lead lean lift link listen live loop map match merge mount multiply nest number observe obtain occupy occur
      offer omit orbit order originate overlap own pack pair parse partition pause perch pick plot pour precede
      predict press process prompt protrude pull pump push query queue rank relate release rely remember render
      repeat reply represent reset resume reuse ring roll route rub scale score scroll seal search select separate
      shade shift shuffle sign signal sink sit skip slide slope smooth solve sort sound span specify spin spread
      stack steer stem step stir stream stretch strike subtract surround suspend swap swing switch tabulate tap
      taper test tick tie tilt time tip touch trace track trail transform translate transmit travel traverse treat
      trigger truncate type undergo unfold unload unpack vary vibrate vote walk warn weigh wet wind wire wrap zero
    `,
  }),
  ...wordsIn(
    'ate bind binds bound drank drink drinks drove eat eats fed forget forgets forgot held let lit originate rang spun stuck swam swung tells told tore wear wears went woke wore',
  ),
]);

const anObject = '(?:an?|the|each|every|both|one|only|all|two|three|its|their|them|it|at|from)';
/** What stands behind a verb, where it tells a setup; by its ground form, with irregular ones. */
const framed: readonly (readonly [verb: string, behind: RegExp])[] = [
  ['act', /^(?:as|for) /],
  ['arrive', /^(?:at|in|from|on|by|with|every|once|one|roughly|together) /],
  ['belong', /^to /],
  [
    'change',
    /^(?:$|places |its |their |hands |only |once |(?:at|when|after|every|from|between|by|in|to|with|while) )/,
  ],
  ['depend', /^(?:on|upon) /],
  ['do does did', /^(?:not|no|nothing|so) /],
  ['fall fell', /^(?:on|in|into|within|between|under|outside) /],
  ['find found', /^(?:their|his|her) /],
  ['fit', /^(?:in|into|on|onto|under|within|between) /],
  ['get got', /^(?:an?|the|one|only|two|three|its) /],
  ['give gave', RegExp(`^(?:${anObject}|no|way|rise|up (?:after|when|once)|out|off) `)],
  ['go goes went', /^(?:to|through|from|into|in|on|onto|down|up|over|round|back|along|by) /],
  ['grow grew', /^(?:from|in|on|under|over|between|along) /],
  [
    'keep kept',
    /^(?:an?|the|each|every|it|them|only|one|two|all|track|count|its (?:data|files|order|place|rows|state)) /,
  ],
  ['last', /^(?:an?|one|two|three|until|from|between|as|at|some) /],
  ['look', /^(?:up|for|at|in|into|through) /],
  ['make made', RegExp(`^(?:${anObject}|no|sure) `)],
  ['need', /^(?:an?|the|one|two|its|their|to be|at least) /],
  ['open', /^(?!up\b)/],
  ['play', /^(?:an?|the|each|back|one|from|in|at|for) /],
  ['reach', /^(?:from|to|across|over|into|down|up) /],
  ['read', /^(?!between\b|like\b)/],
  ['rest', /^(?:on|in|upon|against|between|under) /],
  ['run ran', /^(?!no\b|\w+er\b|like\b|neck\b|level\b|itself\b|so\b|more\b|less\b|well\b|fine\b)/],
  ['say said', /^(?:nothing|no|only|so) /],
  ['serve', /^(?:as|to) /],
  [
    'show shown',
    /^(?:an?|the|each|whole|only|one|its|either|both|all|every|two|hours|which|when) /,
  ],
  [
    'stop',
    /^(?:$|when |after |once |before |until |as |at (?:the (?:first|end|same|last|next)|an?|its|midnight|noon|once) |an?|the )/,
  ],
  ['support', /^(?!(?:all|any|every|it|our|that|the|this)\b)/],
  ['train', /^(?:an?|the|each|every|one|its|on|from|for) /],
  ['try', /^(?:again|the|each|every|all|to|an?|one|up) /],
  ['turn', /^(?:on|off|round|around|left|right|by|once|at|the|to|over|with|in) /],
  ['use', /^(?!to\b)/],
  ['yield', /^(?:an?|one|two|the) /],
];
const behindOf = new Map(
  framed.flatMap(([verb, behind]) => {
    const [ground = '', ...irregular] = verb.split(' ');
    const forms = [...formsOf({ forms: 'verbs', words: ground }), ...irregular];
    return forms.map((form) => [form, behind] as const);
  }),
);

/** "Leads", "holds": behind its subject such a word is the verb, however a case or a quantity is called. */
export const isSetupVerb = (word: string): boolean =>
  word.endsWith('s') && (settingUp.has(word) || telling.has(word));

/** Before one of these stands no verb. */
const beforeNoun = wordSet(
  'a an the this these those each every all both no its their his her our of in on by for from with to at than any some two three under over into between against across through',
);
const modals = wordSet('can cannot could will would');
/** Behind a modal, what is so, and where whoever reads it has what the paper stands on: "will find the evidence beside the paper". */
const behindModal =
  /^(?:(?:not )?be |(?:find|look up|open|read|see|trace) (?:the|its|all|each|every) (?:\w+ )?(?:code|configuration|data|evidence|files?|ledger|logs?|manifest|notes|records?|scripts?|settings|sources?|values?) (?:$|(?:behind|below|beside|next to|under|within) |(?:in|of|on|with) (?:the|its|each|this)\b))/;
const copulas = wordSet('am are is was were has have had may might must shall should');
const judging = wordSet(`${meritWords} ${faultWords}`);
/** Words from the beginning of a clause to its verb, and from the name of a case to it. */
const verbWithin = 14;
const verbOfCaseWithin = 6;
/** Words behind a verb that are looked at. */
const behindWords = 6;

/**
 * True where the words of a sentence have a verb of a setup before place `end`. `named`: the place of a word that is
 * called as a case or a quantity, of which less may be told; -1 where there is none.
 */
export function tellsSetup(words: readonly string[], end: number, named: number): boolean {
  const isNamed = named >= 0;
  const last = Math.min(end, isNamed ? named + verbOfCaseWithin : verbWithin);
  for (let at = isNamed ? 0 : 1; at < last; at += 1) {
    const word = words[at] ?? '';
    if (copulas.has(word)) {
      if (!be.has(word) || !isVerdict(words, at + 1, end)) return true;
      continue;
    }
    const behind = `${words.slice(at + 1, at + 1 + behindWords).join(' ')} `.trimStart();
    if (modals.has(word)) return isNamed || behindModal.test(behind);
    const isPronoun = at === 1 && words[0] === 'each' && word.endsWith('s');
    if (beforeNoun.has(words[at - 1] ?? '') && !isPronoun) continue;
    const frame = behindOf.get(word);
    const isSetup = frame?.test(behind) ?? (settingUp.has(word) || (!isNamed && isTelling(word)));
    if (isSetup) return true;
    // "Grouping squeezes the last drop out of it": whatever stands behind its verb, the clause says what came of it.
    if (isThirdPerson(words, at)) return false;
  }
  return false;
}

/** "Squeezes the": in the third person, before an object, and not behind the adverbial that a clause may begin with. */
const isThirdPerson = (words: readonly string[], at: number): boolean =>
  at > 0 &&
  at < subjectWords &&
  /^[a-z]{2,}[^su]s$/.test(words[at] ?? '') &&
  /^(?:a|an|the|its|their|it|them|every|each|all|no)$/.test(words[at + 1] ?? '') &&
  !adverbial.test(words[0] ?? '');
const adverbial =
  /^(?:about|after|among|at|before|between|by|during|for|from|in|of|on|over|per|since|through|to|under|until|with|within|without)$/;
/** Words of a subject, at most. */
const subjectWords = 4;

const isTelling = (word: string): boolean =>
  telling.has(word) ||
  (/[^e]ed$/.test(word) &&
    !claimingVerbs.has(word) &&
    !endingVerbs.has(word) &&
    !groundsOf(word).some((ground) => judging.has(ground)));
