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
const lanes = 256;
const lookEveryMs = 1_000;
const noAnswerMs = 500;
/** Others are dispatched first. */
const lastPriority = 1000;
const by = { requested_by: 'chaos' };

/** Of an item that was edited: how often that was asked, and the events that answers named. */
interface GrownItem {
  asked: number;
  readonly eventIds: number[];
}
export type Grown = Map<string, GrownItem>;

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

/**
 * Edits an item that nobody else moves, time and again, for as long as the stage runs. Without a key: calls with one
 * are sixteen at a time in the service. So an edit without an answer may have been done, and nobody asks again.
 */
async function editOn(stage: Stage<PlanesWorld>, grown: Grown, id: string): Promise<void> {
  const item: GrownItem = { asked: 0, eventIds: [] };
  grown.set(id, item);
  for (let round = 1; stage.running; round += 1) {
    const fields = { priority: lastPriority - (round % 100) };
    item.asked += 1;
    const answer = await stage.ask('write', verbPath(id, 'edit'), { fields, ...by });
    if (answer.kind === 'answer' && answer.status < 300) {
      item.eventIds.push(Number(membersOf(answer)['event_id']));
      stage.count('edits');
    } else if (answer.kind === 'answer' && answer.status < 500)
      stage.wrong(`an edit of ${id} was refused: ${answer.text.slice(0, 300)}`);
    else await pause(noAnswerMs);
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
  const grown: Grown = new Map();
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

/** Each edit that was acknowledged is in the log as the event that its answer named, and no more were done than asked. */
export async function compareGrown(stage: Stage<PlanesWorld>, grown: Grown): Promise<void> {
  const done = new Map([...grown.keys()].map((id) => [id, new Set<number>()]));
  const rows = await stage.world.database.read(
    `SELECT event_id, entity_id FROM orrery.events
     WHERE event_type = 'queue_item.edited' AND entity_id LIKE 'grown-%'`,
  );
  for (const row of rows) done.get(String(row['entity_id']))?.add(Number(row['event_id']));
  for (const [id, { asked, eventIds }] of grown) {
    const those = done.get(id)!;
    const missing = eventIds.filter((eventId) => !those.has(eventId));
    if (missing.length > 0)
      stage.wrong(`${missing.length} edits of ${id} were acknowledged and are not in the log`);
    if (new Set(eventIds).size !== eventIds.length)
      stage.wrong(`two edits of ${id} were acknowledged with one event`);
    if (those.size > asked) stage.wrong(`${id} was edited ${those.size} times, asked for ${asked}`);
  }
}
