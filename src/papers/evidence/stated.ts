/**
 * What a result file says itself of its numbers: unit, name, number of values, which way is better.
 * A place is a member of a record, seen from inside out; the elements of a list stand at the place
 * of the list. The members that are read, and their other names, are the tables below.
 */
import { isRecord, ownMember } from '../../lib/is-record.ts';
import { parsePointer } from '../json-pointer.ts';
import { labelCharsMax, shorten, toPlainLine } from '../text/text.ts';
import { readUnit, splitUnit } from './units.ts';

/** Members that name what stands beside them in `value`, the most exact first. */
const labelMembers = ['label', 'display_name', 'displayName', 'name', 'title'];
/** Endings of a member that names another: `x_label` names `x`. */
const labelEndings = ['_label', 'label', '_name', '_axis'];
/** Members that say how many raw values stand behind the numbers beside them. */
const countMembers = [
  'n',
  'n_trials',
  'n_samples',
  'n_runs',
  'n_seeds',
  'num_trials',
  'num_samples',
  'num_runs',
  'num_seeds',
  'sample_size',
];
/** What a file may say of a metric under `better`, `goal`, `objective` or `<name>_better`. */
const betterWords: Readonly<Record<string, 'higher' | 'lower'>> = {
  higher: 'higher',
  maximize: 'higher',
  maximise: 'higher',
  max: 'higher',
  lower: 'lower',
  minimize: 'lower',
  minimise: 'lower',
  min: 'lower',
};

const measureName = /^(?:value|mean|median|min|max|sd|std|stdev|p\d{1,2})$/;
const listName =
  /^(?:values|trials?|samples?|runs?|repeats?|repetitions?|replicates?|measurements?|observations?)$/;

/** True for a member that has no name of its own but holds what the record around it is about. */
export function isMeasureMember(name: string, isList: boolean): boolean {
  return measureName.test(name) || name === 'values' || (isList && listName.test(name));
}

/** A member of a record, and the place of that record. */
export class Place {
  readonly outer: Place | undefined;
  readonly record: Readonly<Record<string, unknown>>;
  readonly name: string;
  /** Tokens of its pointer before those of a list's elements. */
  readonly depth: number;
  /** Null until somebody asks. */
  #unit: string | null | undefined = null;

  constructor(
    outer: Place | undefined,
    record: Readonly<Record<string, unknown>>,
    name: string,
    depth: number,
  ) {
    this.outer = outer;
    this.record = record;
    this.name = name;
    this.depth = depth;
  }

  /** True for a member that holds a list. */
  get isList(): boolean {
    return Array.isArray(this.record[this.name]);
  }

  /**
   * `<name>_unit` beside the member, or its entry in `units`; else `unit` beside a member that is
   * called `value` or the like, or beside the only number; else the ending of the name; else what a
   * record further out says of members of this name; else what an outer member says for its values.
   */
  get unit(): string | undefined {
    if (this.#unit === null) this.#unit = this.#findUnit();
    return this.#unit;
  }

  #findUnit(): string | undefined {
    const { record, name, outer } = this;
    const own =
      readUnit(ownMember(record, `${name}_unit`)) ?? readUnit(entry(record, 'units', name));
    if (own !== undefined) return own;
    const isMeasure = isMeasureMember(name, this.isList);
    const { shared, numberCount } = aboutUnits(record);
    if (shared !== undefined && (isMeasure || numberCount === 1)) return shared;
    const ending = splitUnit(name).unit;
    if (ending !== undefined) return ending;
    for (let place = outer; place !== undefined; place = place.outer) {
      const said = entry(place.record, 'units', name) ?? ownMember(place.record, `${name}_unit`);
      const unit = readUnit(said);
      if (unit !== undefined) return unit;
    }
    return isMeasure ? outer?.unit : undefined;
  }

  /** The file's own name for it, in its words: beside it, or in a record further out. */
  get label(): string | undefined {
    const { record, name } = this;
    const beside = labelEndings.map((ending) => ownMember(record, name + ending));
    const around = isMeasureMember(name, this.isList)
      ? labelMembers.map((known) => ownMember(record, known))
      : [];
    const further = [entry(record, 'labels', name)];
    for (let place = this.outer; place !== undefined; place = place.outer) {
      const outer = place.record;
      further.push(entry(outer, 'labels', name));
      further.push(...labelEndings.map((ending) => ownMember(outer, name + ending)));
    }
    return [...beside, ...around, ...further].map(readLabel).find((label) => label !== undefined);
  }

  /** How many raw values stand behind it, where a whole number beside it says so. */
  get valueCount(): number | undefined {
    const { record, name } = this;
    if (countMembers.includes(name)) return undefined;
    return [`${name}_n`, ...countMembers]
      .map((known) => ownMember(record, known))
      .find((count): count is number => Number.isSafeInteger(count) && Number(count) > 0);
  }

  /** Which way the file says is better; undefined where it says nothing. */
  get better(): 'higher' | 'lower' | undefined {
    const { record, name } = this;
    if (ownMember(record, 'higher_is_better') === true) return 'higher';
    if (ownMember(record, 'lower_is_better') === true) return 'lower';
    if (ownMember(record, 'higher_is_better') === false) return 'lower';
    if (ownMember(record, 'lower_is_better') === false) return 'higher';
    for (const known of [`${name}_better`, 'better', 'goal', 'objective']) {
      const word = ownMember(record, known);
      if (typeof word === 'string' && Object.hasOwn(betterWords, word)) return betterWords[word];
    }
    return undefined;
  }
}

/** What a record says of the unit of all its members, found once for all of them. */
interface AboutUnits {
  readonly shared: string | undefined;
  readonly numberCount: number;
}
const aboutByRecord = new WeakMap<Readonly<Record<string, unknown>>, AboutUnits>();

function aboutUnits(record: Readonly<Record<string, unknown>>): AboutUnits {
  let about = aboutByRecord.get(record);
  if (about === undefined) {
    about = {
      shared: readUnit(ownMember(record, 'unit')) ?? readUnit(ownMember(record, 'units')),
      numberCount: Object.values(record).filter((value) => typeof value === 'number').length,
    };
    aboutByRecord.set(record, about);
  }
  return about;
}

function readLabel(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const label = shorten(toPlainLine(value), labelCharsMax);
  return label === '' ? undefined : label;
}

function entry(record: Readonly<Record<string, unknown>>, list: string, name: string): unknown {
  const entries = ownMember(record, list);
  return isRecord(entries) ? ownMember(entries, name) : undefined;
}

/**
 * The innermost place on the way to what `pointer` names; a segment `*` is taken as the first
 * element. Undefined for what stands in no record, and for a pointer that leads nowhere.
 */
export function placeAt(root: unknown, pointer: string): Place | undefined {
  let place: Place | undefined;
  let value = root;
  for (const [depth, written] of (parsePointer(pointer) ?? []).entries()) {
    if (Array.isArray(value)) {
      value = (value as unknown[])[written === '*' ? 0 : Number(written)];
    } else if (isRecord(value)) {
      const isAny = written === '*' && !Object.hasOwn(value, written);
      const token = isAny ? (Object.keys(value)[0] ?? '') : written;
      if (!Object.hasOwn(value, token)) return undefined;
      place = new Place(place, value, token, depth);
      value = value[token];
    } else {
      return undefined;
    }
  }
  return place;
}
