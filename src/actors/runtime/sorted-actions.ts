/** The actions of a decision, by what is to be done with them. */
import type { JsonObject } from '../../lib/canonical-json.ts';
import type {
  DurableAction,
  RecordParams,
  ScheduleParams,
  TellParams,
} from '../machine/durable-actions.ts';

/** Shared by the many turns that have nothing of a kind. */
export const none: readonly never[] = [];

/** What one decision asks for; each list in the order in which it was asked. */
export interface SortedActions {
  readonly records: readonly RecordParams[];
  /** Told to the actor's own parts, which take it in this turn. */
  readonly partTells: readonly TellParams[];
  readonly effects: readonly Extract<DurableAction, { type: 'perform' | 'tell' }>[];
  readonly schedules: readonly ScheduleParams[];
  readonly cancels: readonly string[];
  /** Ids of invocations that were left. */
  readonly aborts: readonly string[];
  readonly answers: readonly { readonly key: string; readonly body: JsonObject }[];
  readonly reply: JsonObject | null;
  readonly deferred: boolean;
  /** The actor's state leaves the store. */
  readonly forgotten: boolean;
}

/** Each kind in the order given. `isPart` tells the kinds that are parts of the actor. */
export function sortActions(
  actions: readonly DurableAction[],
  isPart: (kind: string) => boolean,
): SortedActions {
  let partTells: TellParams[] | undefined;
  let records: RecordParams[] | undefined;
  let effects: Extract<DurableAction, { type: 'perform' | 'tell' }>[] | undefined;
  let schedules: ScheduleParams[] | undefined;
  let cancels: string[] | undefined;
  let aborts: string[] | undefined;
  let answers: { key: string; body: JsonObject }[] | undefined;
  let reply: JsonObject | null = null;
  let deferred = false;
  let forgotten = false;
  for (const action of actions) {
    switch (action.type) {
      case 'record':
        records = append(records, action.params);
        break;
      case 'tell':
        if (isPart(action.params.to.kind)) partTells = append(partTells, action.params);
        else effects = append(effects, action);
        break;
      case 'perform':
        effects = append(effects, action);
        break;
      case 'schedule':
        schedules = append(schedules, action.params);
        break;
      case 'cancel':
        cancels = append(cancels, action.params.timer);
        break;
      case 'abort':
        aborts = append(aborts, action.params.invoke_id);
        break;
      case 'reply':
        reply = action.params.body;
        break;
      case 'defer':
        deferred = true;
        break;
      case 'forget':
        forgotten = true;
        break;
      case 'answer': {
        const { key, body } = action.params;
        if (key !== null) answers = append(answers, { key, body });
        break;
      }
    }
  }
  return {
    records: records ?? none,
    partTells: partTells ?? none,
    effects: effects ?? none,
    schedules: schedules ?? none,
    cancels: cancels ?? none,
    aborts: aborts ?? none,
    answers: answers ?? none,
    reply,
    deferred,
    forgotten,
  };
}

/** Adds to a list that is made with its first item: most turns have nothing of most kinds. */
export function append<Item>(items: Item[] | undefined, item: Item): Item[] {
  if (items === undefined) return [item];
  items.push(item);
  return items;
}
