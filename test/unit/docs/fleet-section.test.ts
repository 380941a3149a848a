/** What the page of benchmarks says of the fleet is what was measured last, or that nothing was. */
import { expect, it } from 'vitest';
import { withFleetSection } from '../../../src/docs/fleet-section.ts';

const page = 'before\n<!-- fleet: begin -->\nold\n<!-- fleet: end -->\nafter\n';
const machine = { cores: 2, node: 'v20.20.2', measured_at: '2026-11-23T20:00:00.000Z' };
const kept = JSON.stringify({
  machine: { ...machine, load_average: [1.9, 8, 8] },
  results: [
    { name: 'share of one core', value: 41.5, unit: '%', baseline: { value: 2.1 } },
    { name: 'size', value: null, unit: 'gates', note: 'the fleet kept it no busier' },
  ],
});

it('says that nothing was measured where nothing is kept', () => {
  const made = withFleetSection(page, undefined);
  expect(made).toMatch(/^before\n<!-- fleet: begin -->\nNot measured yet: /);
  expect(made).toContain('<!-- fleet: end -->\nafter\n');
  expect(made).not.toContain('old');
});

it('prints each figure beside that of one gate, and what is unknown as unknown', () => {
  const made = withFleetSection(page, kept);
  expect(made).toContain('Measured on 2026-11-23 on 2 cores, Node v20.20.2.');
  expect(made).toContain('| share of one core | 41.5 % | 2.1 % |');
  expect(made).toContain('| size (the fleet kept it no busier) | unknown | – |');
  expect(withFleetSection(made, kept)).toBe(made);
});

it('says what else ran where that was more than the cores carry', () => {
  const busy = { machine: { ...machine, load_average: [14.1, 14.9, 13.3] }, results: [] };
  const made = withFleetSection(page, JSON.stringify(busy));
  expect(made).toContain(
    'on 2 cores, Node v20.20.2, beside other work: the load average was 14.1 just before.',
  );
});

it('stops where the page has no place for it', () => {
  expect(() => withFleetSection('before', undefined)).toThrow('docs/benchmarks.md lacks');
});
