/** Bounds of a scenario, and values that its parts share. */
import * as z from 'zod';

/** Bounds of one scenario. */
export const scenarioLimits = {
  runsMax: 100,
  phasesMax: 100,
  gpusMax: 16,
  logLinesMax: 1000,
  rulesMax: 50,
  resultFilesMax: 50,
  copiesMax: 100,
  fileBytesMax: 1024 * 1024,
} as const;

/** The longest time in a scenario, in seconds. */
export const secondsMax = 31 * 86_400;
/** A time or a length of time. */
export const seconds = z.number().min(0).max(secondsMax);
/** How often something happens. */
export const times = z.number().int().min(1).max(1000).default(1);
