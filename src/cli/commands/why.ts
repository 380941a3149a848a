/** `orrery why`: why something does not move, since when, and what would move it. */
import { explainableKinds } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { type CommandSpec, exitCodes } from '../command.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { formatAge, localTimes } from '../output/age.ts';
import { rowOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

const route = 'GET /control/api/v1/explain/{kind}/{id}';
/** What events, machines and people call a kind that can be explained under another name. */
const otherNames: Readonly<Record<string, string>> = {
  item: 'queue_item',
  worker_target: 'worker',
};

/** The ids of what there is but one of: its kind is enough. */
const onlyIds: Readonly<Record<string, string>> = { pump: 'main' };

/** A reason in words, and as a request what `orrery` or a client would send to lift it. */
export const whyCommand: CommandSpec = routeCommand({
  words: ['why'],
  about:
    'Say why an item, run, paper, worker, alert or other work does not move, and what would move it.',
  route,
  args: [
    {
      name: '<kind_or_id>',
      about: 'its id (of an item its project); or its kind, and then its id',
      suggested: explainableKinds,
      member: 'kind',
      read: (word, { args }) => (args.length > 1 ? (otherNames[String(word)] ?? word) : undefined),
    },
    {
      name: '[id]',
      about: 'its id, where its kind was given first',
      spreads: true,
      read: async (id, { args: [only = ''] }, connection) =>
        id !== undefined
          ? { id }
          : only in onlyIds
            ? { kind: only, id: onlyIds[only] }
            : { kind: await kindOf(only, connection), id: only },
    },
  ],
  notes: `Kinds: ${explainableKinds.join(', ')}. By an id alone the first of these is explained that has it.`,
  say(reply) {
    const unblock = rowOf(reply['unblock']);
    const request = rowOf(unblock['request']);
    const { reason, since, generated_at: now } = reply;
    const age = formatAge(since, now);
    return [
      `${localTimes(asText(reason), now)}${age === null ? '' : ` (since ${age})`}`,
      `${localTimes(asText(unblock['action']), now)}${asText(request['path']) === '' ? '' : `: ${asText(request['method'])} ${asText(request['path'])} ${JSON.stringify(request['body'])}`}`,
    ];
  },
});

/** The first kind of which something has this id. */
async function kindOf(id: string, { send }: Connection): Promise<string> {
  for (const kind of explainableKinds) {
    const isThere = await send({ route, path: { kind, id } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CommandFailure && rowOf(error.reply)['status'] === 404) return false;
        throw error;
      },
    );
    if (isThere) return kind;
  }
  throw new CommandFailure(exitCodes.failed, `nothing that can be explained has the id ${id}`, {
    lines: ['the lists have the ids: orrery queue, orrery run, orrery papers, orrery alerts'],
  });
}
