/** The machine's sampler on made-up and on the real `/proc`. */
import { describe, expect, it } from 'vitest';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { createSystemSampler } from '../../../src/sensing/system-sampler.ts';

function errno(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function setUp(files: Record<string, string | Error>) {
  const clock = createManualClock();
  const readFile = async (path: string): Promise<string> => {
    const content = files[path.replace('/proc/', '')] ?? errno('ENOENT');
    if (content instanceof Error) throw content;
    return content;
  };
  return { clock, files, sampler: createSystemSampler({ clock, readFile }) };
}

const quiet = {
  stat: 'cpu 0 0 0 100 0 0 0 0',
  loadavg: '0.1 0 0 1/1 1',
  meminfo: 'MemTotal: 2048 kB\nMemAvailable: 1024 kB',
};

describe('the system sampler', () => {
  it('names every file that cannot be read and says zero for none', async () => {
    const { sampler } = setUp({ stat: errno('EACCES') });
    expect(await sampler.read()).toEqual({
      cpu_pct: null,
      load1: null,
      memory_total_mib: null,
      memory_available_mib: null,
      problems: [
        'cpu_pct: stat cannot be read (EACCES)',
        'memory: meminfo cannot be read (ENOENT)',
        'load1: loadavg cannot be read (ENOENT)',
      ],
    });
  });

  it('needs two readings for CPU use', async () => {
    const { clock, files, sampler } = setUp({ ...quiet });
    expect((await sampler.read()).problems).toEqual(['cpu_pct: needs an earlier reading']);
    clock.advance(1000);
    files.stat = 'cpu 50 0 0 150 0 0 0 0';
    expect(await sampler.read()).toMatchObject({ cpu_pct: 50, problems: [] });
  });

  it('measures a reading right after another from the one before that', async () => {
    const { clock, files, sampler } = setUp({ ...quiet });
    await sampler.read();
    clock.advance(1000);
    files.stat = 'cpu 0 0 0 200 0 0 0 0';
    await sampler.read();
    clock.advance(20);
    files.stat = 'cpu 2 0 0 200 0 0 0 0';
    // Two ticks of a busy core since the last reading; two of 102 since the one before.
    expect((await sampler.read()).cpu_pct).toBeCloseTo(100 * (2 / 102), 6);
    clock.advance(1000);
    files.stat = 'cpu 2 0 0 300 0 0 0 0';
    expect((await sampler.read()).cpu_pct).toBeLessThan(2);
  });

  it('leaves pressure out where there is none, and reports a broken one', async () => {
    const { files, sampler } = setUp({ ...quiet, 'pressure/cpu': errno('EOPNOTSUPP') });
    expect(await sampler.read()).not.toHaveProperty('pressure');
    files['pressure/cpu'] = 'some avg10=1.00 avg60=0 avg300=0 total=0';
    files['pressure/io'] = errno('EACCES');
    const reading = await sampler.read();
    expect(reading.pressure).toEqual({ cpu: 1, io: null, memory: null });
    expect(reading.problems).toContain('pressure.io: cannot be read (EACCES)');
  });

  it('reads this machine', async () => {
    const reading = await createSystemSampler({ clock: systemClock }).read();
    expect(reading.memory_total_mib).toBeGreaterThan(0);
    expect(reading.load1).toBeGreaterThanOrEqual(0);
    expect(reading.problems).toEqual(['cpu_pct: needs an earlier reading']);
  });
});
