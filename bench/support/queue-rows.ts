/** Fills a control-plane store with queue items, through the real actors. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { queueItemSpec } from '../../src/machines/queue-item/spec.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';

const atOnce = 1000;

export async function fillQueue(stateDir: string, count: number): Promise<void> {
  mkdirSync(stateDir, { recursive: true });
  const journal = createStoreJournal(
    openSqlite({ path: join(stateDir, 'control.db'), synchronous: 'OFF' }),
  );
  const host = new ActorHost({
    journal,
    definitions: new Map([[queueItemSpec.kind, createMachineActor(queueItemSpec)]]),
    effects: {},
    clock: systemClock,
    entropy: systemEntropy,
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  for (let start = 0; start < count; start += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, (_, offset) => {
        const id = `project-${String(start + offset).padStart(6, '0')}`;
        return host.ask({ kind: 'queue_item', id }, {
          type: 'ENQUEUE',
          project_id: id,
          project_name: `Project ${start + offset}`,
          project_dir: id,
          prompt: 'Measure something.',
          selection_rank: 50,
          dispatch_priority: (start + offset) % 100,
          auto_continue: false,
          max_continues: 0,
          max_retries: 2,
          machine_target: null,
          workload_class: 'training',
          model: null,
          reasoning_effort: 'medium',
          sandbox: 'workspace-write',
        } as never);
      }),
    );
    host.passivateIdle({ quietForMs: 0 });
  }
  await host.drain(5000);
  await journal.close();
}
