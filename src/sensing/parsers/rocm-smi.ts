/**
 * Output of `rocm-smi --json`: one object per card, whose members are named in English and whose
 * values are text. Member names differ between versions, so each reading knows several.
 */
import { isRecord } from '../../lib/is-record.ts';
import type { GpuSample } from '../sample.ts';
import { type NumberRule, parseNumber } from './number.ts';

/** What the program is asked for: address, use, memory, power and heat of every card, as JSON. */
export const rocmSmiArgs = [
  '--showbus',
  '--showuse',
  '--showmeminfo',
  'vram',
  '--showpower',
  '--showtemp',
  '--json',
] as const;

type RocmReading = Pick<
  GpuSample,
  'utilization_pct' | 'memory_used_mib' | 'memory_total_mib' | 'power_w' | 'temperature_c'
>;

const mib = 2 ** 20;

const members: Readonly<
  Record<keyof RocmReading, { names: readonly string[]; divisor: number; rule: NumberRule }>
> = {
  utilization_pct: {
    names: ['GPU use (%)'],
    divisor: 1,
    rule: { name: 'utilization_pct', min: 0, max: 100 },
  },
  memory_total_mib: {
    names: ['VRAM Total Memory (B)'],
    divisor: mib,
    rule: { name: 'memory_total_mib', min: 1, max: 2 ** 30 },
  },
  memory_used_mib: {
    names: ['VRAM Total Used Memory (B)'],
    divisor: mib,
    rule: { name: 'memory_used_mib', min: 0, max: 2 ** 30 },
  },
  power_w: {
    names: ['Average Graphics Package Power (W)', 'Current Socket Graphics Package Power (W)'],
    divisor: 1,
    rule: { name: 'power_w', min: 0, max: 10_000 },
  },
  temperature_c: {
    names: ['Temperature (Sensor edge) (C)', 'Temperature (Sensor junction) (C)'],
    divisor: 1,
    rule: { name: 'temperature_c', min: -60, max: 200 },
  },
};

/** Readings by PCI address in lower case; null when the text is not what the program prints. */
export function parseRocmSmi(text: string): ReadonlyMap<string, RocmReading> | null {
  const cards = parseObject(text);
  if (cards === null) return null;
  const found = new Map<string, RocmReading>();
  for (const [name, card] of Object.entries(cards)) {
    if (!/^card\d+$/.test(name) || !isRecord(card)) continue;
    const address = card['PCI Bus'];
    if (typeof address !== 'string' || found.has(address.toLowerCase())) return null;
    found.set(address.toLowerCase(), toReading(card));
  }
  return found;
}

function toReading(card: Readonly<Record<string, unknown>>): RocmReading {
  const read = (key: keyof RocmReading): number | null => {
    const { names, divisor, rule } = members[key];
    const value = names.map((name) => card[name]).find((each) => each !== undefined);
    const text = typeof value === 'number' || typeof value === 'string' ? `${value}` : undefined;
    const number = parseNumber(text, { ...rule, max: rule.max * divisor }).value;
    return number === null ? null : number / divisor;
  };
  const total = read('memory_total_mib');
  const used = read('memory_used_mib');
  return {
    utilization_pct: read('utilization_pct'),
    memory_total_mib: total,
    memory_used_mib: used !== null && total !== null && used > total ? null : used,
    power_w: read('power_w'),
    temperature_c: read('temperature_c'),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
