/** The parsers of kernel text: refusals first, then real shapes. */
import { describe, expect, it } from 'vitest';
import {
  commonKernelUnits,
  parseAuxiliaryVector,
} from '../../../src/sensing/parsers/auxiliary-vector.ts';
import { parseBootId } from '../../../src/sensing/parsers/boot-id.ts';
import { parseNumber, quote } from '../../../src/sensing/parsers/number.ts';
import { parseProcLoadavg } from '../../../src/sensing/parsers/proc-loadavg.ts';
import { parseProcMeminfo } from '../../../src/sensing/parsers/proc-meminfo.ts';
import { isAlive, parseProcPidStat } from '../../../src/sensing/parsers/proc-pid-stat.ts';
import { parseProcPressure } from '../../../src/sensing/parsers/proc-pressure.ts';
import { cpuPercentBetween, parseProcStat } from '../../../src/sensing/parsers/proc-stat.ts';
import { sampleSchema, toSample, unknownProcesses } from '../../../src/sensing/sample.ts';

describe('parseNumber', () => {
  const rule = { name: 'x', min: 0, max: 100 };

  it.each([
    ['', 'x: is missing'],
    [undefined, 'x: is missing'],
    ['[N/A]', 'x: is not a number: "[N/A]"'],
    ['1e3', 'x: is not a number: "1e3"'],
    ['0x10', 'x: is not a number: "0x10"'],
    ['NaN', 'x: is not a number: "NaN"'],
    ['Infinity', 'x: is not a number: "Infinity"'],
    ['-1', 'x: -1 is outside 0 to 100'],
    ['100.1', 'x: 100.1 is outside 0 to 100'],
  ])('refuses %j and names the member', (text, problem) => {
    expect(parseNumber(text, rule)).toEqual({ value: null, problems: [problem] });
  });

  it('reads a plain number and keeps both bounds', () => {
    expect(parseNumber(' 0 ', rule).value).toBe(0);
    expect(parseNumber('100.00', rule).value).toBe(100);
  });

  it('shows foreign text cut and escaped', () => {
    expect(quote(`\u001b[31m${'a'.repeat(100)}`)).toMatch(/^"\\u001b\[31ma{55}…"$/);
  });
});

describe('machine-wide CPU use', () => {
  const ticks = (text: string) => parseProcStat(text).value!;

  it.each(['', 'cpu0 1 2 3 4', 'cpu 1 2 3', 'cpu 1 2 3 x 5', 'cpu 1 2 3 -4 5'])(
    'refuses %j',
    (text) => {
      const parsed = parseProcStat(text);
      expect(parsed.value).toBeNull();
      expect(parsed.problems[0]).toMatch(/^cpu_pct: /);
    },
  );

  it('is unknown without an earlier reading, without a tick and when counters went back', () => {
    const now = ticks('cpu 10 0 10 80 0 0 0 0 0 0');
    expect(cpuPercentBetween(null, now).value).toBeNull();
    expect(cpuPercentBetween(now, now).value).toBeNull();
    expect(cpuPercentBetween(ticks('cpu 20 0 10 80 0 0 0 0 0 0'), now).value).toBeNull();
    expect(cpuPercentBetween(ticks('cpu 15 0 10 50 0 0 0 0 0 0'), now).value).toBeNull();
  });

  it('counts I/O wait as idle and guest time once', () => {
    const earlier = ticks('cpu 0 0 0 0 0 0 0 0 0 0\ncpu0 1 1 1 1');
    expect(cpuPercentBetween(earlier, ticks('cpu 30 0 10 40 20 0 0 0 30 0')).value).toBe(40);
  });

  it('takes the small step back that the I/O-wait counter may make as no idle time', () => {
    const earlier = ticks('cpu 0 0 0 100 10 0 0 0');
    expect(cpuPercentBetween(earlier, ticks('cpu 50 0 0 100 8 0 0 0')).value).toBe(100);
  });
});

describe('memory, load and pressure', () => {
  it('reads memory in MiB', () => {
    const text = 'MemTotal:       2048 kB\nMemFree: 1 kB\nMemAvailable:   1024 kB\n';
    expect(parseProcMeminfo(text)).toEqual({ totalMib: 2, availableMib: 1, problems: [] });
  });

  it('never says zero for memory that is missing or more than there is', () => {
    expect(parseProcMeminfo('MemTotal: 2048 kB')).toEqual({
      totalMib: 2,
      availableMib: null,
      problems: ['memory_available_mib: is missing'],
    });
    expect(parseProcMeminfo('MemTotal: 10 kB\nMemAvailable: 11 kB').availableMib).toBeNull();
  });

  it('reads the one-minute load and refuses what is none', () => {
    expect(parseProcLoadavg('0.42 1.00 2.00 1/203 408\n').value).toBe(0.42);
    expect(parseProcLoadavg('').value).toBeNull();
    expect(parseProcLoadavg('-1 0 0').value).toBeNull();
  });

  it('reads the ten-second share of the some line', () => {
    const text =
      'some avg10=1.53 avg60=0.87 avg300=0.73 total=1\nfull avg10=9.00 avg60=0 avg300=0 total=0';
    expect(parseProcPressure(text, 'io').value).toBe(1.53);
    expect(parseProcPressure('full avg10=1.00', 'io').problems).toEqual([
      'pressure.io: has no line "some"',
    ]);
    expect(parseProcPressure('some avg60=1.00', 'cpu').value).toBeNull();
  });
});

describe('one process', () => {
  const line = (name: string, state = 'S') =>
    `42 (${name}) ${state} 7 40 39 34816 40 4194304 1 2 3 4 11 22 0 0 20 0 3 0 98765 1000000 512 18446744073709551615 1`;

  it.each(['sleep', 'a b', 'evil) R 1 1 1', '((', '', 'new\nline', ') '])(
    'survives the name %j',
    (name) => {
      expect(parseProcPidStat(line(name))).toEqual({
        pid: 42,
        name,
        state: 'S',
        parentPid: 7,
        groupId: 40,
        sessionId: 39,
        terminal: 34816,
        cpuTicks: 33,
        startTicks: 98765,
        rssPages: 512,
        isKernelThread: false,
        threadCount: 3,
      });
    },
  );

  it.each([
    '',
    '42',
    '42 (x',
    '42 (x) S 1 2',
    'x (y) S 7 40 39 0 40 1 1 2 3 4 1 2 0 0 20 0 3 0 9 1 5',
  ])('refuses %j', (text) => {
    expect(parseProcPidStat(text)).toBeUndefined();
  });

  it('does not count zombies and the dead as alive', () => {
    const states = ['R', 'S', 'D', 'T', 'Z', 'X', 'x'];
    expect(states.filter((state) => isAlive({ state, threadCount: 1 }))).toEqual([
      'R',
      'S',
      'D',
      'T',
    ]);
  });

  it('counts one as alive whose first thread has ended while others go on', () => {
    expect(isAlive(parseProcPidStat(line('x', 'Z'))!)).toBe(true);
  });
});

describe('kernel facts', () => {
  it('takes only a UUID for a boot id', () => {
    expect(parseBootId('0B5CBA0C-2f0e-4a9e-8f0e-0123456789ab\n')).toBe(
      '0b5cba0c-2f0e-4a9e-8f0e-0123456789ab',
    );
    expect(parseBootId('0')).toBeNull();
    expect(parseBootId('')).toBeNull();
  });

  it('finds page size and clock rate, and keeps the common values when they are absurd', () => {
    const bytes = new Uint8Array(new BigUint64Array([6n, 65536n, 17n, 250n, 0n, 0n]).buffer);
    expect(parseAuxiliaryVector(bytes)).toEqual({ pageBytes: 65536, ticksPerSecond: 250 });
    expect(parseAuxiliaryVector(bytes.subarray(0, 20))).toEqual({
      ...commonKernelUnits,
      pageBytes: 65536,
    });
    const absurd = new Uint8Array(new BigUint64Array([6n, 0n, 17n, 0n]).buffer);
    expect(parseAuxiliaryVector(absurd)).toEqual(commonKernelUnits);
  });
});

describe('a sample', () => {
  const readings = {
    at: '2026-01-01T00:00:00.000Z',
    monotonic_ms: 0,
    cpu_pct: 1,
    load1: 0,
    memory_total_mib: 10,
    memory_available_mib: 5,
    gpus: [],
    processes: unknownProcesses,
  };

  it('says how healthy it is', () => {
    expect(toSample(readings, []).health).toBe('ok');
    expect(toSample(readings, ['x: y']).health).toBe('partial');
    expect(toSample({ ...readings, cpu_pct: null }, []).health).toBe('partial');
    const blind = { ...readings, cpu_pct: null, memory_available_mib: null, gpus: null };
    expect(toSample(blind, []).health).toBe('unknown');
  });

  it('fits its schema, which refuses impossible readings', () => {
    const sample = toSample(readings, []);
    expect(sampleSchema.parse(sample)).toEqual(sample);
    expect(sampleSchema.safeParse({ ...sample, cpu_pct: 101 }).success).toBe(false);
    expect(sampleSchema.safeParse({ ...sample, cpu_pct: Number.NaN }).success).toBe(false);
  });
});
