/** Compiles a machine once, or refuses it with everything that durable execution cannot honour. */
import type { AnyStateMachine } from 'xstate';
import { assert } from '../../lib/assert.ts';
import { checkStructure } from './check.ts';
import { Interpreter } from './interpret.ts';
import { type Chart, chartOf } from './nodes.ts';
import { Problems } from './problems.ts';
import { statusesOf } from './shape.ts';
import { storedStatesOf } from './stored.ts';
import { compileTables, type Tables } from './tables.ts';

const compiled = new WeakMap<AnyStateMachine, Interpreter>();

/**
 * The interpreter of a machine. Throws one `InvariantError` that lists, by name and place, what in
 * the machine durable execution cannot honour.
 */
export function compileMachine(machine: AnyStateMachine): Interpreter {
  const known = compiled.get(machine);
  if (known !== undefined) return known;
  const problems = new Problems();
  const chart = problems.attempt(() => chartOf(machine));
  const tables = chart && checked(chart, problems);
  problems.throwIfAny(machine.id);
  assert(tables !== undefined, 'a machine without problems has tables');
  const interpreter = new Interpreter(tables, storedStatesOf(machine));
  compiled.set(machine, interpreter);
  return interpreter;
}

function checked(chart: Chart, problems: Problems): Tables {
  checkStructure(chart, problems.report);
  problems.attempt(() => statusesOf(chart));
  return compileTables(chart, problems.report);
}
