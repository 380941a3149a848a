/** Sentences and clauses around a match: whether it is denied there, and whether it is about the paper itself. */
import { findAll } from '../text/scan.ts';

/** How far back a clause is looked for; sentences are shorter. */
const lookBackChars = 2000;

const aux = '(?:is|are|was|were|be|been|being|has|have|had|must|needs?|requires?)';
const pronoun = '(?:it|this|these|they|we|the|our|its|all|each|every|which|that)';
const boundary = new RegExp(
  [
    '[;:]',
    '\\s[–—-]\\s',
    '\\b(?:but|however|although|though|while|whereas|yet|nevertheless|because|so)\\b',
    `,?\\s*\\band\\s+(?=${pronoun}\\b)`,
    `\\band\\s+(?=(?:[a-z]{1,20}ly\\s+)?(?:${aux}|passed|underwent|accepted|published)\\b)`,
    ',\\s*(?=(?:it|this|and|we|the|our|which)\\b)',
  ].join('|'),
  'iu',
);

const sentenceEnd =
  /(?<!\b(?:al|e\.g|i\.e|cf|vs|Figs?|Eqs?|Tab|Sec|Dr|Prof|Mrs?|approx))[.!?]["')\]]?\s/u;

/** The sentence in front of a place, cut into clauses. */
function clausesBefore(before: string): string[] {
  const sentence = before.slice(-lookBackChars).split(sentenceEnd).at(-1) ?? '';
  return sentence.split(boundary);
}

const negation =
  /(?:\b(?:not(?! (?:only|merely|just|simply|un|non)\b)|no(?! (?:doubt|question|longer)\b)|never|neither|nor|none|nothing|nobody|without(?! (?:doubt|question|exception)\b)|cannot|lacks?|lacking|absence of|rather than|instead of|free of|yet to be)\b|n['’]t\b|\b(?:non|un)[- ]?$)/iu;
const condition =
  /\b(?:reject\w*|refus\w*|forbid\w*|prohibit\w*|disallow\w*|must not|may not|should not|if|whether|unless|until|would|will|could|might|any (?:paper|claim|text|draft|wording)|claims? (?:to|of)|that claims?|policy|planned|future|before (?:it|this|the))\b/iu;

/** Behind a "not" of the same sentence, a list stays denied: "not human-authored or peer-reviewed". */
function endsInDeniedList(sentence: string): boolean {
  const end = sentence.trimEnd();
  const joint = /\b(?:and|or|nor)$/iu.exec(end.slice(-8));
  if (joint === null) return false;
  const body = end.slice(0, end.length - joint[0].length);
  const from = Math.max(body.lastIndexOf('.'), body.lastIndexOf(';'), body.lastIndexOf(':')) + 1;
  return /\bnot\b/iu.test(body.slice(from));
}

const startsAnew = new RegExp(`^${aux}\\b`, 'iu');

/** True when the clause of the match denies it, or only speaks of a rule or a condition. */
export function isDenied(before: string, matched: string, after: string): boolean {
  const clauses = clausesBefore(before);
  const clause = clauses.at(-1) ?? '';
  return (
    negation.test(clause) ||
    condition.test(clause) ||
    (endsInDeniedList(before.slice(-lookBackChars)) && !startsAnew.test(matched)) ||
    /\b(?:not(?! (?:only|merely|just|simply)\b)|no|never|neither|nor)\b|n['’]t\b/iu.test(matched) ||
    /^\W{0,3}(?:by (?:nobody|no[ -]?one|none)\b)/iu.test(after)
  );
}

/** True when a negation stands anywhere before the match in its sentence. */
export function isDeniedBefore(before: string, matched: string): boolean {
  return negation.test(clausesBefore(before).join(' ')) || negation.test(matched);
}

/** What a paper calls itself, and its parts. */
export const ownNouns =
  '(?:paper|article|manuscript|report|pre-?print|artifact|artefact|publication|study|draft|write-?up|submission|work|findings|results)';
const ownParts =
  '(?:text|document|abstract|claims?|sections?|tables?|figures?|numbers?|statements?|conclusions?|experiments?|analysis|method(?:ology)?)';
const mention = new RegExp(
  [
    `\\b(?:this|these|our|present)\\s+(?:[\\w’'-]{1,30}\\s+){0,3}?(?:${ownNouns}|${ownParts})\\b`,
    `\\bthe\\s+(?:[\\w’'-]{1,30}\\s+){0,2}?${ownNouns}\\b`,
    `\\b(?:it|they|which|this|these)(?=\\s*$|\\s+(?:${aux}|also|now|further)\\b)`,
  ].join('|'),
  'giu',
);
const foreign =
  /\b(?:prior|previous|earlier|related|cited|original|underlying|existing|referenced|published|other|source|reference|companion)\b/iu;
const ofOthers =
  /\bet al\b|\[\d|\((?:19|20)\d\d\)|\b(?:by|of|from|in)\s+(?:\p{Lu}\p{Ll}|the (?:corpus|data\s?set|literature|journal|benchmark))/u;
/** Only auxiliaries and adverbs: the subject stands in the clause before. */
const elided = new RegExp(`^\\W*(?:(?:and|or|${aux}|also|then|since|[a-z]{1,20}ly)\\W+)*$`, 'iu');

/** True when the subject of the clause that ends here is the paper, or nothing else is. */
export function isAboutItself(before: string): boolean {
  const clauses = clausesBefore(before);
  for (let at = clauses.length - 1; at >= 0; at -= 1) {
    const clause = clauses[at] ?? '';
    const found = findAll(clause, mention).at(-1);
    if (found !== undefined) {
      if (/^(?:it|they|which)$/iu.test(found[0]))
        return isOwnPronoun(found[0], clauses.slice(0, at));
      const rest = clause.slice(found.index + found[0].length);
      return !foreign.test(found[0]) && !foreign.test(rest) && !ofOthers.test(rest);
    }
    if (!elided.test(clause)) return false;
  }
  return true;
}

/** "It" means the paper unless the clause before is about something else; "they" and "which" only what they follow. */
function isOwnPronoun(word: string, earlier: readonly string[]): boolean {
  const last = earlier.at(-1);
  if (last === undefined || last.trim() === '') return word.toLowerCase() === 'it';
  if (last.search(mention) >= 0) return isAboutItself(`${last} `);
  return word.toLowerCase() === 'it' && !/^\W*(?:the|an?|each|every|their|our)\s/iu.test(last);
}

/** True when nothing stands in front of the match in its sentence but marks and a label. */
export function beginsSentence(before: string): boolean {
  let end = before.length;
  while (end > 0 && ' \t*_>#|([-'.includes(before.charAt(end - 1))) end -= 1;
  return end === 0 || '.!?:'.includes(before.charAt(end - 1));
}
/** True when the sentence ends behind the match. */
export function endsSentence(after: string): boolean {
  return /^[\s*_)\]]*(?:[.!|]|$)/u.test(after);
}
