/** Which unit the value of a formula has, and whether its parts may be put together at all. */
import { conversionFactors } from '../../evidence/units.ts';
import { functions } from './functions.ts';
import { type Expression, parseFormula, type Source } from './grammar.ts';

/** `unit` undefined: a bare number. */
export type FormulaUnit =
  | { readonly ok: true; readonly unit: string | undefined }
  | { readonly ok: false; readonly reason: string };

class UnitError extends Error {}

/** A number written in a formula takes the unit of what it stands beside. */
const anyUnit = Symbol('any unit');
type Unit = string | undefined | typeof anyUnit;

/** The unit of a formula whose sources have the units that `unitOf` gives. */
export function unitOfFormula(
  formula: string,
  unitOf: (source: Source) => string | undefined,
): FormulaUnit {
  const parsed = parseFormula(formula);
  if (!parsed.ok) return parsed;
  try {
    const unit = infer(parsed.expression, unitOf);
    return { ok: true, unit: unit === anyUnit ? undefined : unit };
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    return { ok: false, reason: error.message };
  }
}

function infer(expression: Expression, unitOf: (source: Source) => string | undefined): Unit {
  switch (expression.kind) {
    case 'number':
    case 'text':
      return anyUnit;
    case 'source':
      return unitOf(expression.source);
    case 'call': {
      const called = functions[expression.name];
      if (called.of === 'series' && expression.args[0] !== undefined) {
        const unit = infer(expression.args[0], unitOf);
        return called.unit === 'same' ? unit : undefined;
      }
      const units = expression.args
        .filter((arg) => arg.kind !== 'text')
        .map((arg) => infer(arg, unitOf));
      if (called.of === 'units') return converted(units[0], expression.args);
      return called.unit === 'product'
        ? productOf(units)
        : joined(units, expression.name, called.unit);
    }
  }
}

/** Only things of one unit are compared. */
function joined(units: readonly Unit[], name: string, result: string): Unit {
  const known = [...new Set(units.filter((unit) => unit !== anyUnit))];
  if (known.length > 1)
    throw new UnitError(`${name} of ${known.map((unit) => unit ?? 'no unit').join(' and ')}`);
  if (result === 'same') return known.length === 0 ? anyUnit : known[0];
  return result === '%' ? '%' : undefined;
}

function productOf(units: readonly Unit[]): Unit {
  const known = units.filter((unit) => typeof unit === 'string');
  if (known.length > 1) throw new UnitError(`product of ${known.join(' and ')}`);
  return known[0];
}

function converted(unit: Unit, args: readonly Expression[]): Unit {
  const [from = '', to = ''] = args.flatMap((arg) => (arg.kind === 'text' ? [arg.text] : []));
  if (conversionFactors(from, to) === undefined)
    throw new UnitError(`convert from ${from} to ${to}`);
  if (unit !== anyUnit && unit !== from)
    throw new UnitError(`convert from ${from} what is in ${unit ?? 'no unit'}`);
  return to;
}
