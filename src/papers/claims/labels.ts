/**
 * Readable names for result members, and what kind of member a name speaks of.
 *
 * A number is a setting, chosen before the run rather than measured by it, when
 * 1. it stands below a member called a configuration (`config`, `hyperparameters`, …), or
 * 2. its name is that of a setting (`seed`, `batch size`, `… steps`, …), or
 * 3. its name may be either (`warmup`, `max …`, `… length`, `rank`, `capacity`, …) and the file does
 *    not say that it was measured.
 * What is called completed, failed, observed or the like came of the run (unless rule 1 holds).
 * The file says so by a unit, by a member around it that is called `metrics`, `measured` or the like,
 * or by `measured: true` beside it, which counts against all three. Raw values are never settings.
 */
import { isMeasureMember, type Place } from '../evidence/stated.ts';
import { splitUnit } from '../evidence/units.ts';
import { remember } from '../remember.ts';
import { labelCharsMax, shorten, toPlainLine } from '../text/text.ts';

/** `mean_val_loss` and `meanValLoss` become `mean val loss`; a unit ending is dropped. */
export const humanizeName: (name: string) => string = remember((name) => {
  const words = splitUnit(name)
    .name.replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_+/g, ' ');
  const line = shorten(toPlainLine(words), labelCharsMax);
  return line === '' ? 'unnamed' : line;
});

/** The words of a claim as a paper quotes them; double marks are kept for the quotation itself. */
export function statementText(text: string): string {
  return toPlainLine(text).replace(/[“”]/g, "'");
}

/** `95% interval`, for a level of 0.95. */
export function levelText(level: number): string {
  return `${Number((level * 100).toPrecision(6))}% interval`;
}

/** Names of what is chosen. */
const settingNames =
  /^(?:seeds?|trials?|steps?|epochs?|batch|batch size|n|num .*|shards?|lr|learning rate|iterations?|threads|workers|samples|repeats?|version|.* version|timestamp|.* timestamp|.* seed|seed .*|.* steps|threshold|.* threshold|target|rate hz|concurrency|requests|prompts?)$/i;
/** Names of what is chosen or measured. */
const doubtfulNames =
  /^(?:lengths?|.* length|size|.* size|count|.* count|capacity|rank|warmup.*|max .*)$/i;
const configurationNames =
  /^(?:config|configuration|settings?|params?|parameters|hyperparameters|hyper_parameters|hparams|args|arguments|options|setup|environment|env|hardware)$/i;
const measuredNames = /^(?:metrics?|measured|measurements?|observed|observations?|scores?)$/i;

/** Names of what came of a run, whatever they end on. */
const resultNames =
  /^(?:completed|finished|reached|actual|observed|overflow|error|failed|skipped|dropped|retry|crash)(?: |$)/i;

/** True for a name under which what was chosen for a run is kept. */
export function isConfiguration(name: string): boolean {
  return configurationNames.test(name);
}

/** Where a number that is a setting by the rule above was chosen; undefined for a measured one. */
export function settingSource(place: Place): 'result' | 'configuration' | undefined {
  const { record } = place;
  if (Object.hasOwn(record, 'measured') && record.measured === true) return undefined;
  let saysMeasured = place.unit !== undefined;
  for (let outer = place.outer; outer !== undefined; outer = outer.outer) {
    if (isConfiguration(outer.name)) return 'configuration';
    saysMeasured ||= measuredNames.test(outer.name);
  }
  // The number of a record `{value, unit}` has the record's name.
  const isNameless = place.name === 'value' && place.outer?.isList === false;
  const { name: bare } = splitUnit((isNameless ? place.outer : undefined)?.name ?? place.name);
  const name = bare.replace(/[_-]+/g, ' ').trim();
  const isRaw = place.isList && !/^seeds?$/i.test(name) && isMeasureMember(place.name, true);
  if (isRaw || resultNames.test(name)) return undefined;
  if (settingNames.test(name)) return 'result';
  return doubtfulNames.test(name) && !saysMeasured ? 'result' : undefined;
}

/** True for a claim of something that was chosen before the run. */
export function isSetting({ claim }: { readonly claim: { readonly kind: string } }): boolean {
  return claim.kind === 'setting';
}

const baselineWords =
  /(?:^|[^a-z])(?:baseline|base|control|reference|ref|vanilla|before|default|unmodified|naive)(?![a-z])/i;

/** True for a name that marks what others are compared with. */
export function isBaseline(name: string): boolean {
  return baselineWords.test(name);
}

const lowerWords = new Set(
  'time latency duration delay loss error errors mse rmse mae perplexity memory rss cost overhead regret wer cer fid energy misses failures wall'.split(
    ' ',
  ),
);
const higherWords = new Set(
  'accuracy throughput speedup precision recall f1 auc auroc bleu rouge reward success hits r2 qps'.split(
    ' ',
  ),
);

/**
 * Which way of a metric is better, by the words of its name and else by its unit: a time is better
 * short, a rate better high. Null where they say nothing or both.
 */
export function betterByName(name: string, unit: string | undefined): 'higher' | 'lower' | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const lower = words.some((word) => lowerWords.has(word));
  const higher = words.some((word) => higherWords.has(word));
  if (lower !== higher) return lower ? 'lower' : 'higher';
  if (lower) return null;
  if (unit !== undefined && /^(?:ns|us|µs|ms|s|min|h)$/.test(unit)) return 'lower';
  return unit?.endsWith('/s') === true ? 'higher' : null;
}
