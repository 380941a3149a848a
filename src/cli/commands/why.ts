/** `orrery why`: why something does not move, since when, and what would move it. */

import { productWord } from '../../domain/product.ts';
import { explainableKinds } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { type CommandSpec, exitCodes } from '../command.ts';
import { commandOf, namedRequest } from '../command-of-request.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { formatAge, localTimes } from '../output/age.ts';
import { wantsJson } from '../output/print.ts';
import { type Row, rowOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

const route = 'GET /control/api/v1/explain/{kind}/{id}';
/** What events, machines and people call a kind that can be explained under another name. */
const otherNames: Readonly<Record<string, string>> = {
  item: 'queue_item',
  worker_target: 'worker',
};

/** The ids of what there is but one of: its kind is enough. */
const onlyIds: Readonly<Record<string, string>> = { pump: 'main' };

/**
 * A reason in words, and what would lift it: as a command where one sends just that, else as the request. Over a table,
 * which it is given: the table loads it.
 */
export const whyCommandOf = (all: () => readonly CommandSpec[]): CommandSpec =>
  routeCommand({
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
        read: (word, { args }) =>
          args.length > 1 ? (otherNames[String(word)] ?? word) : undefined,
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
    complete: async (reply, input) =>
      wantsJson(input) ? reply : { ...reply, how: howTo(reply, all()) },
    say(reply) {
      const { reason, since, unblock, how, generated_at: now } = reply;
      const age = formatAge(since, now);
      return [
        `${localTimes(asText(reason), now)}${age === null ? '' : ` (since ${age})`}`,
        `${localTimes(asText(rowOf(unblock)['action']), now)}${asText(how) === '' ? '' : `: ${asText(how)}`}`,
      ];
    },
  });

/** What would move it as it is typed: the command, else the request; null where nobody can do anything. */
function howTo(reply: Row, commands: readonly CommandSpec[]): string | null {
  const request = namedRequest(rowOf(reply['unblock'])['request']);
  if (request === null) return null;
  const words = commandOf(request, commands);
  const { method, path, body } = request;
  return words === null
    ? `${method} ${path} ${JSON.stringify(body)}`
    : [productWord, ...words].map(shellWord).join(' ');
}

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
