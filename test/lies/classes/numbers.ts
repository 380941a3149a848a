/** Lies about numbers that a paper prints: the value, its unit, its source, its place. */
import { type Inline, unitText } from '../../../src/papers/document.ts';
import type { Base } from '../base.ts';
import type { Dice } from '../dice.ts';
import { addParagraph, type Place, placesOf, replaceAt, words } from '../edit.ts';
import { isTruePrint, type Lie, type LieClass } from '../lie.ts';

type Value = Extract<Inline, { kind: 'value' }>;
interface ValuePlace extends Place {
  readonly inline: Value;
}
const isValue = (place: Place): place is ValuePlace => place.inline.kind === 'value';
const valuesOf = (base: Base): ValuePlace[] => placesOf(base.document).filter(isValue);
const show = ({ printed, unit, claimId }: Value): string =>
  `${printed}${unitText(unit)} [${claimId}]`;

/** Another print at every place, where `change` knows one that is not true. */
function* reprint(
  base: Base,
  dice: Dice,
  change: (inline: Value, value: number) => Partial<Value> | null,
): Generator<Lie | null> {
  for (const { at, inline } of dice.shuffle(valuesOf(base))) {
    const value = base.valueOf(inline.claimId);
    const changed = value === undefined ? null : change(inline, value);
    if (changed === null) {
      yield null;
      continue;
    }
    const other = { ...inline, ...changed };
    const now = base.valueOf(other.claimId) ?? Number.NaN;
    const isSame = other.unit === inline.unit && other.claimId === inline.claimId;
    yield isSame && isTruePrint(other.printed, now)
      ? null
      : {
          says: show(other),
          truth: show(inline),
          document: replaceAt(base.document, new Map([[at, [other]]])),
        };
  }
}

function otherDigit(printed: string, dice: Dice): string {
  const places = [...printed.matchAll(/\d/g)].map(({ index }) => index);
  const at = dice.pick(places);
  const digit = (Number(printed[at]) + dice.whole(1, 9)) % 10;
  return `${printed.slice(0, at)}${digit}${printed.slice(at + 1)}`;
}

const otherUnits: Readonly<Record<string, string>> = {
  ms: 's',
  s: 'ms',
  MiB: 'GiB',
  GiB: 'MiB',
  W: 'kW',
  'tokens/s': 'tokens/ms',
  'items/s': 'items/ms',
  '%': 's',
};

/** The last two figures of a print cut off and rounded the wrong way, or all but one. */
function roundWrongly(printed: string, value: number, dice: Dice): string | null {
  if (Number.isInteger(value) || /e/i.test(printed)) return null;
  const decimals = printed.split('.')[1]?.length ?? 0;
  if (decimals === 0) return null;
  const kept = decimals - 1;
  const step = 10 ** -kept;
  const near = Number(value.toFixed(kept));
  const away = near >= value ? near + step : near - step;
  return dice.next() < 0.3
    ? value.toPrecision(1)
    : (dice.next() < 0.5 ? near + step : away).toFixed(kept);
}

const isSetting = (base: Base, claimId: string): boolean =>
  /\/(?:seeds?|trials?|epochs?|epoch|batch_size|queries|planned_steps|[^/]*(?:count|試行))(?:\/|$)/.test(
    base.claims.get(claimId)?.evidence_refs[0]?.pointer ?? '',
  );

/** Claims whose pointer differs in one name only: other rows or trials of one column. */
function siblingsOf(base: Base, claimId: string): string[] {
  const column = (id: string): string[] =>
    (base.claims.get(id)?.evidence_refs[0]?.pointer ?? '').split('/');
  const own = column(claimId);
  return [...base.claims.keys()].filter((id) => {
    const other = column(id);
    const differing = other.flatMap((name, at) => (name === own[at] ? [] : [at]));
    const [at = 0] = differing;
    return (
      other.length === own.length &&
      differing.length === 1 &&
      (at < own.length - 1 || /^\d+$/.test(own[at] ?? '')) &&
      base.valueOf(id) !== undefined &&
      base.valueOf(id) !== base.valueOf(claimId)
    );
  });
}
const printOf = (base: Base, id: string): string =>
  base.claims.get(id)?.evidence_refs[0]?.quoted_value ?? '';

const fullWidth = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

/** Rows as data; `lies` are candidates in a random order. */
export const numberClasses: readonly LieClass[] = [
  {
    id: 'digit',
    about: 'one digit of a number is another',
    lies: (base, dice) =>
      reprint(base, dice, ({ printed }) => ({ printed: otherDigit(printed, dice) })),
  },
  {
    id: 'sign',
    about: 'a number has the other sign',
    lies: (base, dice) =>
      reprint(base, dice, ({ printed }, value) =>
        value === 0
          ? null
          : { printed: printed.startsWith('-') ? printed.slice(1) : `-${printed}` },
      ),
  },
  {
    id: 'unit',
    about: 'a number has another unit',
    lies: (base, dice) =>
      reprint(base, dice, ({ claimId }, value) => {
        const { unit } = base.claims.get(claimId) ?? {};
        return value === 0 ? null : { unit: unit === undefined ? '%' : (otherUnits[unit] ?? 'ms') };
      }),
  },
  {
    id: 'rounding',
    about: 'a number is rounded beyond the rule or the wrong way',
    lies: (base, dice) =>
      reprint(base, dice, ({ printed }, value) => {
        const wrong = roundWrongly(printed, value, dice);
        return wrong === null ? null : { printed: wrong };
      }),
  },
  {
    id: 'n_or_seed',
    about: 'a count of trials, a seed or another setting is another',
    lies: (base, dice) =>
      reprint(base, dice, ({ claimId, printed }) =>
        isSetting(base, claimId) ? { printed: String(Number(printed) * 10 + 1) } : null,
      ),
  },
  {
    id: 'wrong_citation',
    about: 'a right number cites a claim of another value',
    lies: (base, dice) =>
      reprint(base, dice, ({ claimId, cited, printed }) => {
        const others = [...base.claims.keys()].filter((id) => {
          const value = base.valueOf(id);
          return id !== claimId && value !== undefined && !isTruePrint(printed, value);
        });
        return !cited || others.length === 0 ? null : { claimId: dice.pick(others) };
      }),
  },
  {
    id: 'cherry_picked',
    about: 'the value of another trial or row stands for this one, cited as what it is',
    lies: (base, dice) =>
      reprint(base, dice, ({ claimId, cited }) => {
        const others = siblingsOf(base, claimId);
        if (!cited || others.length === 0) return null;
        const other = dice.pick(others);
        return { claimId: other, printed: printOf(base, other) };
      }),
  },
  {
    id: 'foreign_digits',
    about: 'a false number in the digits of another script',
    lies: (base, dice) =>
      reprint(base, dice, ({ printed }) => ({
        printed: dice.pick([fullWidth, arabic])(otherDigit(printed, dice)),
      })),
  },
  {
    id: 'swapped_cells',
    about: 'two numbers of a table change places under unchanged citations',
    *lies(base, dice) {
      const cells = valuesOf(base).filter(({ kind }) => kind === 'row');
      for (const one of dice.shuffle(cells)) {
        const other = cells.find(({ run, at }) => run === one.run && at > one.at);
        const [a, b] = [one, other].map((cell) => base.valueOf(cell?.inline.claimId ?? ''));
        yield other === undefined ||
        a === undefined ||
        b === undefined ||
        isTruePrint(other.inline.printed, a)
          ? null
          : {
              says: `${show(other.inline)} where ${show(one.inline)} belongs`,
              truth: show(one.inline),
              document: replaceAt(
                base.document,
                new Map([
                  [one.at, [{ ...one.inline, printed: other.inline.printed }]],
                  [other.at, [{ ...other.inline, printed: one.inline.printed }]],
                ]),
              ),
            };
      }
    },
  },
  {
    id: 'percent_base',
    about: 'a change in percent is worked out on the wrong base',
    *lies(base, dice) {
      for (const { claim, operands, subject, baseline, quantity } of dice.shuffle(
        base.comparisons,
      )) {
        const [a, b] = operands.map(({ id }) => base.valueOf(id));
        const wrong = ((100 * ((a ?? 0) - (b ?? 0))) / (a ?? 0)).toFixed(1);
        const right = (100 * ((a ?? 0) - (b ?? 0))) / (b ?? 0);
        const isLie = Number.isFinite(Number(wrong)) && !isTruePrint(wrong, right);
        yield !isLie
          ? null
          : {
              says: `${quantity} of ${subject} changes by ${wrong}% against ${baseline}`,
              truth: `${right.toFixed(1)}%`,
              document: addParagraph(
                base.document,
                dice.pick(['Results', 'Conclusion', 'Abstract']),
                [
                  words(`The ${quantity} of ${subject} changes against ${baseline} by `),
                  { kind: 'value', claimId: claim.id, printed: wrong, unit: '%', cited: true },
                  words('.'),
                ],
              ),
            };
      }
    },
  },
  {
    id: 'declared',
    about: 'a result is declared to be none',
    *lies(base, dice) {
      const sample = placesOf(base.document).find(
        ({ inline }) => inline.kind === 'declared',
      )?.inline;
      if (sample?.kind !== 'declared') return;
      const claimed = [
        '3.2x faster',
        '41 percent less memory',
        'level 97.5 of 100',
        'p99 of 1.2 ms',
        'run 12 of 12 passed',
        '4.5-fold gain',
      ];
      for (const section of dice.shuffle(['Abstract', 'Results', 'Conclusion', 'Limitations']))
        for (const text of claimed)
          yield {
            says: `The method reached ${text}`,
            truth: 'no result file says so',
            document: addParagraph(base.document, section, [
              words('The method reached '),
              { ...sample, text, style: 'plain' },
              words('.'),
            ]),
          };
    },
  },
];
