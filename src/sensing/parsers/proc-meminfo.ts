/** Main memory from `/proc/meminfo` (proc_meminfo(5)). */
import { type NumberRule, parseNumber } from './number.ts';

interface MemoryReading {
  readonly totalMib: number | null;
  readonly availableMib: number | null;
  readonly problems: readonly string[];
}

/** No machine has more: 64 PiB in KiB, the limit of five-level paging. */
const kibMax = 2 ** 46;

/** Total and available memory in MiB; available above total is impossible and so null. */
export function parseProcMeminfo(text: string): MemoryReading {
  const total = fieldKib(text, 'MemTotal', { name: 'memory_total_mib', min: 1, max: kibMax });
  const rule = { name: 'memory_available_mib', min: 0, max: total.value ?? kibMax };
  const available = fieldKib(text, 'MemAvailable', rule);
  return {
    totalMib: toMib(total.value),
    availableMib: toMib(available.value),
    problems: [...total.problems, ...available.problems],
  };
}

function fieldKib(text: string, field: string, rule: NumberRule): ReturnType<typeof parseNumber> {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${field}:`));
  return parseNumber(line?.slice(field.length + 1).replace(/\s*kB\s*$/, ''), rule);
}

function toMib(kib: number | null): number | null {
  return kib === null ? null : kib / 1024;
}
