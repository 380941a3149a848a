/** Pressure-stall figures from `/proc/pressure/{cpu,io,memory}` (kernel documentation, PSI). */
import type { Parsed } from '../sample.ts';
import { parseNumber, refuse } from './number.ts';

/** The files below `/proc/pressure` that are read. */
export const pressureResources = ['cpu', 'io', 'memory'] as const;
/** Name of such a file, and of the member of a sample that it fills. */
export type PressureResource = (typeof pressureResources)[number];

/** Percent of the last 10 s in which some task waited: `avg10` of the `some` line. */
export function parseProcPressure(text: string, resource: PressureResource): Parsed<number> {
  const name = `pressure.${resource}`;
  const line = text.split('\n').find((candidate) => candidate.startsWith('some '));
  if (line === undefined) return refuse(name, 'has no line "some"');
  return parseNumber(/\bavg10=(\S+)/.exec(line)?.[1], { name, min: 0, max: 100 });
}
