/**
 * Makes the log long in little time by what operators do: items that are held back have their priority edited, all of
 * them at once, each as soon as its last edit is answered. Each edit is an event, and many are committed together.
 */
import { membersOf } from '../../../src/soak/http-client.ts';
import type { IdeaModel } from '../../../src/soak/intake.ts';
import { rowsIn, type Stage } from '../../../src/soak/stage.ts';
import { pause } from '../../../src/soak/time.ts';
import { findActive, type Trouble } from './faults.ts';
import type { PlanesWorld } from './world.ts';

/** Items that are edited at a time: as many are in one commit at best. */
const lanes = 192;
const lookEveryMs = 1_000;
/** Others are dispatched first. */
const lastPriority = 1000;
const by = { requested_by: 'chaos' };

/** What was acknowledged of items that were edited: how often each, and how each must be in the end. */
export interface Grown {
  readonly edits: Map<string, number>;
  readonly priorities: Map<string, number>;
}

async function takeIn(stage: Stage<PlanesWorld>, model: IdeaModel): Promise<readonly string[]> {
  const random = stage.random('growth');
  const ideas = Array.from({ length: lanes }, () => ({
    ...model.next(stage, random, 'grown'),
    priority: lastPriority,
  }));
  const content = { source: 'chaos', dry_run: false, ideas };
  const answer = await stage.change('write', '/control/api/intake/ideas', content);
  if (answer === null || answer.status >= 300) {
    stage.wrong(`the items to grow the log by were refused: ${answer?.text.slice(0, 300)}`);
    return [];
  }
  const ids = rowsIn(membersOf(answer), 'candidates').map((row) => String(row['project_id']));
  for (const id of ids) model.created.add(id);
  return ids;
}

const verbPath = (id: string, verb: string): string => `/control/api/v1/queue/${id}/${verb}`;

/** False for an item that was dispatched meanwhile: others move it. */
async function hold(stage: Stage<PlanesWorld>, id: string): Promise<boolean> {
  const answer = await stage.change('write', verbPath(id, 'pause'), by);
  return answer !== null && answer.status < 300;
}

/** Edits an item that nobody else moves, time and again, for as long as the stage runs. */
async function editOn(stage: Stage<PlanesWorld>, grown: Grown, id: string): Promise<void> {
  for (let round = 1; stage.running; round += 1) {
    const priority = lastPriority - (round % 100);
    const answer = await stage.change('write', verbPath(id, 'edit'), {
      fields: { priority },
      ...by,
    });
    if (answer === null || answer.status >= 300) {
      stage.wrong(`an edit of ${id} was refused: ${answer?.text.slice(0, 300)}`);
      return;
    }
    grown.edits.set(id, (grown.edits.get(id) ?? 0) + 1);
    grown.priorities.set(id, priority);
    stage.count('edits');
  }
}

/** Number of events of the log, as a plane has it; null while none says. */
export async function lengthOfLog(trouble: Trouble): Promise<number | null> {
  const active = await findActive(trouble);
  if (active === null) return null;
  const path = '/control/api/v1/events?page_size=1';
  const [row] = rowsIn(membersOf(await active.plane.direct.send({ method: 'GET', path })));
  return row === undefined ? null : Number(row['event_id']);
}

interface Growth {
  readonly grown: Grown;
  /** Once there is something to edit: what is made before is the slow part, and nothing is disturbed until then. */
  readonly begun: Promise<unknown>;
  /** With the first look that finds so many events. */
  readonly reached: Promise<void>;
  readonly ended: Promise<unknown>;
}

/** Until the stage stops. */
export function growLog(trouble: Trouble, model: IdeaModel, events: number): Growth {
  const { stage } = trouble;
  const grown: Grown = { edits: new Map(), priorities: new Map() };
  const reach = async (): Promise<void> => {
    while (stage.running && ((await lengthOfLog(trouble)) ?? 0) < events) await pause(lookEveryMs);
  };
  const held = takeIn(stage, model).then(async (ids) => {
    const isHeld = await Promise.all(ids.map((id) => hold(stage, id)));
    return ids.filter((_, index) => isHeld[index]);
  });
  const ended = held.then((ids) => Promise.all(ids.map((id) => editOn(stage, grown, id))));
  return { grown, begun: held, reached: reach(), ended };
}

/** Each edit that was acknowledged is in the log, and no item was edited once more or is another way. */
export async function compareGrown(stage: Stage<PlanesWorld>, grown: Grown): Promise<void> {
  const { database } = stage.world;
  const edits = await database.read(
    `SELECT entity_id AS id, count(*) AS times FROM orrery.events
     WHERE event_type = 'queue_item.edited' AND entity_id LIKE 'grown-%' GROUP BY entity_id`,
  );
  const times = new Map(edits.map(({ id, times: each }) => [String(id), Number(each)]));
  const items = await database.read(
    `SELECT id, state ->> 'dispatch_priority' AS priority FROM orrery.actors
     WHERE kind = 'queue_item' AND id LIKE 'grown-%'`,
  );
  const priorities = new Map(items.map(({ id, priority }) => [String(id), Number(priority)]));
  for (const [id, expected] of grown.edits) {
    if (times.get(id) !== expected)
      stage.wrong(`${id} was edited ${times.get(id) ?? 0} times, ${expected} were acknowledged`);
    if (priorities.get(id) !== grown.priorities.get(id))
      stage.wrong(
        `${id} has the priority ${priorities.get(id) ?? 'none'} and not the ${grown.priorities.get(id)} that was acknowledged`,
      );
  }
}
