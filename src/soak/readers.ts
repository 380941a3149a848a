/** The soak's readers: pages, filters, searches and single things, and earlier calls once more. */

import { pick } from './chance.ts';
import { loadLoop } from './loops.ts';
import type { CallClass } from './meters.ts';
import { rowsIn, type Stage } from './stage.ts';
import type { Scene } from './world.ts';

const v1 = '/control/api/v1';

const pages: readonly (readonly [CallClass, string])[] = [
  ['read', `${v1}/overview`],
  ['read', '/control/api/queue-health'],
  ['read', '/control/health'],
  ['read', `${v1}/lanes`],
  ['read', `${v1}/workers`],
  ['read', `${v1}/automation-readiness`],
  ['read', `${v1}/bench`],
  ['list', `${v1}/queue?page_size=100`],
  ['list', `${v1}/queue?status=queued&page_size=50&sort=-created_at`],
  ['list', `${v1}/queue?status=completed&page_size=50`],
  ['list', `${v1}/runs?page_size=100`],
  ['list', `${v1}/runs?state=running`],
  ['list', `${v1}/projects?page_size=100`],
  ['list', `${v1}/papers?page_size=100`],
  ['list', `${v1}/corpus?page_size=100`],
  ['list', `${v1}/events?page_size=200`],
  ['list', `${v1}/events?entity_type=run&page_size=100`],
  ['list', '/control/api/publication-automation?page_size=50'],
  ['list', `${v1}/research-quality?page_size=20`],
  ['list', `${v1}/source-lineage?page_size=20`],
  ['search', `${v1}/queue?search=usual`],
  ['search', `${v1}/queue?search=adding%20numbers&status=queued`],
  ['search', `${v1}/projects?search=third`],
  ['search', `${v1}/papers?search=idea`],
  ['search', `${v1}/events?search=soak&page_size=50`],
  ['search', `${v1}/runs?search=sim`],
];

/** Reads whatever there is; opens single things that a list has shown. */
export async function readPages(stage: Stage<Scene>, part: string): Promise<void> {
  const random = stage.random(part);
  await loadLoop(
    stage,
    () => 20 + random() * 80,
    async () => {
      const [callClass, path] = pick(random, pages);
      const rows = rowsIn(await stage.read(callClass, path));
      if (rows.length === 0 || random() > 0.3) return;
      const row = pick(random, rows);
      const singles = [
        ['projects', row['project_id']],
        ['runs', row['run_id']],
        ['papers', row['paper_id']],
        ['explain/queue_item', row['project_id']],
        ['events', row['event_id']],
      ].filter(([, id]) => typeof id === 'string' || typeof id === 'number');
      if (singles.length === 0) return;
      const [folder, id] = pick(random, singles);
      await stage.read('read', `${v1}/${String(folder)}/${encodeURIComponent(String(id))}`);
    },
  );
}

/** Sends acknowledged calls again: their answers must be the first ones, byte for byte. */
export async function repeatCalls(stage: Stage<Scene>): Promise<void> {
  const random = stage.random('repeat');
  await loadLoop(
    stage,
    () => 100 + random() * 300,
    async () => {
      const { acknowledged } = stage;
      if (acknowledged.length > 0) await stage.repeat(pick(random, acknowledged));
    },
  );
}
