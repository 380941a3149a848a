/** Readable names for result members, and what kind of member a name speaks of. */
import { splitUnit } from '../evidence/units.ts';
import { labelCharsMax, shorten, toPlainLine } from '../text.ts';

/** `mean_val_loss` and `meanValLoss` become `mean val loss`; a unit ending is dropped. */
export function humanizeName(name: string): string {
  const words = splitUnit(name)
    .name.replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_+/g, ' ');
  const line = shorten(toPlainLine(words), labelCharsMax);
  return line === '' ? 'unnamed' : line;
}

/** Words of a name or sentence, lower case, for telling what a number is about. */
export function significantWords(text: string): Set<string> {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !/^\p{N}+$/u.test(word) && !stopWords.has(word));
  return new Set(words.map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
}

const stopWords = new Set(
  'the and for with was were are has had have that this from than each per its all over into between both but not value values results result run runs data metrics'.split(
    ' ',
  ),
);

const settingWords =
  /^(?:seed|seeds|trial|trials|step|steps|epoch|epochs|batch|batch size|length|lengths|size|n|count|num .*|.* count|capacity|shards?|rank|lr|learning rate|iteration|iterations|warmup.*|threads|workers|samples|repeats?|max .*|version|.* version|timestamp|.* timestamp|.* seed|seed .*|.* steps|.* length|.* size|rate hz|concurrency|requests|prompts?)$/i;

/** True for a name of something chosen before the run rather than measured by it. */
export function isSetting(name: string): boolean {
  return settingWords.test(splitUnit(name).name.replace(/[_-]+/g, ' ').trim());
}

const baselineWords =
  /(?:^|[^a-z])(?:baseline|base|control|reference|ref|vanilla|before|default|unmodified|naive)(?![a-z])/i;

/** True for a name that marks what others are compared with. */
export function isBaseline(name: string): boolean {
  return baselineWords.test(name);
}
