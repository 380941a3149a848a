/** Every setting is read by something outside the configuration, or its use stops the start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metaOf } from '../../../src/config/field.ts';
import { sections } from '../../../src/config/schema.ts';
import { resolvedName } from '../../../src/config/section.ts';
import { unsupportedFields } from '../../../src/config/unsupported.ts';

const source = join(import.meta.dirname, '../../../src');
/** Where the file's own names are made into something else; the rest of `src/config` only checks them. */
const derivations = [
  'resolve.ts',
  'budgets.ts',
  'clusters.ts',
  'workers.ts',
  'workload-profiles.ts',
  'sections/idle-evidence.ts',
];

const derived = derivations
  .map((name) => readFileSync(join(source, 'config', name), 'utf8'))
  .join('\n');
const program = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('config/'))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  // What stands in a comment reads nothing.
  .map((text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
  .join('\n');
/** Names that a text takes as a member (`service.listenPort`) or by destructuring (`{ listenPort } = service`). */
function takenNames(text: string): Set<string> {
  const members = [...text.matchAll(/\.\s*([A-Za-z_$][\w$]*)/g)].map(([, name]) => name!);
  const patterns = [...text.matchAll(/\{([^{}()]*)\}\s*(?:=(?![=>])|:)/g)];
  const destructured = patterns.flatMap(([, inner]) => inner!.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return new Set([...members, ...destructured]);
}
const taken = takenNames(program);

/** Sections whose members are taken by other names than their prefix gives. */
const takenAs: Readonly<Record<string, string>> = {
  control_plane_store_: 'store',
  orrery_core_: 'core',
  paper_evidence_sync_: 'evidenceSync',
  queue_pump_: 'pump',
  replicate_: 'replication',
  stale_project_process_: 'reaper',
};
/** Spread into the options of the part that reads them all. */
const spread = new Set(['route_observability_']);

/** `paper_writer_provider` is `provider` of `paperWriter`, which is too common a word to be found alone. */
function isRead(name: string, prefix: string): boolean {
  if (new RegExp(`\\b${name}\\b`).test(derived)) return true;
  const member = resolvedName(name, prefix);
  if (prefix === '' || spread.has(prefix)) return taken.has(member);
  const section = takenAs[prefix] ?? resolvedName(prefix.replace(/_$/, ''), '');
  return new RegExp(`\\b${section}\\.${member}\\b`).test(program);
}

const fields = sections.flatMap(({ prefix, shape }) =>
  Object.entries(shape).map(([name, schema]) => ({
    name,
    // One that has a single value says what is so anyhow.
    read: isRead(name, prefix) || metaOf(schema).choices?.length === 1,
  })),
);

describe('the settings', () => {
  it('are each read by the program, or refused', () => {
    const unread = fields.filter(({ name, read }) => !read && !unsupportedFields.has(name));
    expect(unread.map(({ name }) => name)).toEqual([]);
  });

  it('are read where something takes them, not where their name stands', () => {
    const reads = (text: string): boolean => takenNames(text).has('listenPort');
    expect(reads('connect(config.service.listenPort)')).toBe(true);
    expect(reads('const { listenHost, listenPort } = config.service;')).toBe(true);
    expect(reads('function open({ listenPort }: Service) {}')).toBe(true);
    expect(reads("const listenPort = 1; say('listenPort', { listenPort: 2 });")).toBe(false);
  });
  it('that nobody reads are found by this search', () => {
    expect(isRead('listen_port', '')).toBe(true);
    expect(isRead('a_setting_of_tomorrow', '')).toBe(false);
    expect(isRead('queue_pump_of_tomorrow_sec', 'queue_pump_')).toBe(false);
  });
});
