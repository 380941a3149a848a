/** The configurations that the pages show load once their placeholders are filled in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileShape } from '../../../src/config/schema.ts';
import { packageRoot } from '../../support/service-config.ts';
import { problemLines, token } from '../config/support.ts';

type Members = Readonly<Record<string, unknown>>;

/** `<a token>` and `…` stand for what only the reader knows. */
const filled = (text: string): string =>
  text.replaceAll(/"(?:<[^"]*>|…)"/g, ({ length }) =>
    JSON.stringify(length === 3 ? 'a'.repeat(64) : token),
  );

/** What is a configuration, whole or without its braces; the members of other examples are none of it. */
function readConfiguration(block: string): Members[] {
  const text = filled(block.trim().startsWith('{') ? block : `{${block}}`);
  try {
    const members = JSON.parse(text) as Members;
    return Object.keys(members).every((name) => name in fileShape) ? [members] : [];
  } catch {
    // Shortened, or lines of something else.
    return [];
  }
}

const shown = readdirSync(join(packageRoot, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) =>
    [
      ...readFileSync(join(packageRoot, 'docs', page), 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
    ].flatMap(([, block = '']) =>
      readConfiguration(block).map((members) => ({
        page,
        names: Object.keys(members).join(', '),
        members,
      })),
    ),
  );

it('finds those of several pages', () =>
  expect(new Set(shown.map(({ page }) => page)).size).toBeGreaterThan(5));

it.each(shown)('$page: $names', ({ members }) => {
  const { kubernetes_clusters: clusters = {}, worker_targets } = members;
  // The page says the address of the worker in its text.
  const targets = Object.keys(clusters as Members).map((name) => [
    name,
    { wake_gate_url: `kubernetes://${name}`, bearer_token: token },
  ]);
  const workers = worker_targets ?? Object.fromEntries(targets);
  expect(problemLines({ ...members, worker_targets: workers })).toEqual([]);
});
