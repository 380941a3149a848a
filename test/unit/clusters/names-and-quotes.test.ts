/** Names of jobs and arguments on a shell's line, against a real shell. @needs bash */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { jobNameCharsMax, jobNameOf } from '../../../src/clusters/job-name.ts';
import { quoteArgument, quoteCommand } from '../../../src/clusters/quote.ts';

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', ';', '-', '!', '*', 'a'),
  }),
);

it('refuses an argument that no program can be given', () => {
  expect(() => quoteArgument('a\0b')).toThrow('cannot hold a NUL');
});

it.each(['sh', 'bash'])('gives a program of %s exactly the arguments that were quoted', (shell) => {
  const argument = nasty.map((text) => text.replaceAll('\0', '').toWellFormed());
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 60 }), (args) => {
      const line = quoteCommand(['printf', '%s\\0', ...args]);
      const printed = execFileSync(shell, ['-c', line], { encoding: 'utf8' });
      expect(printed).toBe(args.map((text) => `${text}\0`).join(''));
    }),
    propertyOptions(20),
  );
});

it('names a job after its run where that is safe and fits', () => {
  expect(jobNameOf('kv-cache-20261121T004501123')).toBe('orrery-kv-cache-20261121T004501123');
});

it('gives every run a safe, bounded name of its own', () => {
  const runId = fc.oneof(nasty, fc.stringMatching(/^[A-Za-z0-9._+-]{1,128}$/));
  fc.assert(
    fc.property(runId, runId, (one, other) => {
      const name = jobNameOf(one);
      expect(name).toMatch(/^orrery-[A-Za-z0-9._+-]*$/);
      expect(name.length).toBeLessThanOrEqual(jobNameCharsMax);
      expect(name === jobNameOf(other)).toBe(one === other);
      // The name of one run is never that of the run which is called like it.
      expect(jobNameOf(name.slice('orrery-'.length)) === name).toBe(name === `orrery-${one}`);
    }),
    propertyOptions(300),
  );
});
