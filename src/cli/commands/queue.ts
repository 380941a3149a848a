/** `orrery queue …`: the queue as a list, and what an operator does to single items. */
import { operatorLanes } from '../../domain/operator-lanes.ts';
import { queueStatuses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { age, rowOf, status, tags } from '../output/rows.ts';
import { moment, note, project, type RouteCommand, routeCommand, sort } from '../route-command.ts';

type Verb = 'pause' | 'resume' | 'retry' | 'cancel' | 'answer' | 'edit';

const verb = (
  name: Verb,
  about: string,
  { args = [], options = [] }: Pick<RouteCommand, 'args' | 'options'> = {},
): CommandSpec =>
  routeCommand({
    words: ['queue', name],
    about,
    route: `POST /control/api/v1/queue/{project_id}/${name}`,
    args: [project, ...args],
    options: [...options, note],
    say(reply) {
      const item = rowOf(reply['queue_item']);
      return [
        asText(reply['message']),
        `${asText(item['project_id'])} is ${asText(item['status'])}. ${asText(item['operator_next_step'])}`,
      ];
    },
  });

/** With these a list still shows whatever there is. */
const wideOptions = new Set(['url', 'config', 'tokenFile', 'json', 'limit', 'all', 'sort']);

/** Each verb acts at once on one item; the service refuses what the item's status does not allow. */
export const queueCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['queue', 'list'],
    isDefault: true,
    about: 'List the queue, best candidate first.',
    route: 'GET /control/api/v1/queue',
    options: [
      { flags: '--status <status>', about: 'only items of this status', choices: queueStatuses },
      {
        flags: '--operator-lane <lane>',
        about:
          'only items that stand there on their way to the corpus, or need a person (attention)',
        choices: operatorLanes,
      },
      sort,
      moment,
    ],
    list: {
      of: 'queue_item',
      columns: [
        { title: 'TITLE', of: 'project_name', cellsMin: 16 },
        { title: 'PROJECT', of: 'project_id', cellsMin: 16 },
        { title: 'STATUS', of: status() },
        { title: 'PRIORITY', of: 'dispatch_priority', align: 'right' },
        { title: 'WORKER', of: 'machine_target', cellsMin: 7 },
        { title: 'TAGS', of: tags, cellsMin: 6 },
        { title: 'CHANGED', of: age('updated_at') },
        { title: 'NEXT STEP', of: 'operator_next_step', cellsMin: 12 },
      ],
      whenEmpty: ({ options }) =>
        Object.keys(options).some((name) => !wideOptions.has(name) && options[name] !== undefined)
          ? 'No queue item matches.'
          : 'The queue is empty; take in ideas with `orrery import` or `orrery project create`.',
    },
  }),
  verb('pause', 'Hold an item back; one that runs must be canceled instead.'),
  verb('resume', 'Put a paused item back into the queue.'),
  verb('retry', 'Put a blocked, failed, reviewed or canceled item back into the queue.'),
  verb('cancel', 'Cancel an item; its run is stopped on the worker first.'),
  verb('answer', "Answer an agent's question; its session goes on with the answer.", {
    args: [{ name: '<answer>', about: 'the answer, in quotes' }],
  }),
  verb('edit', 'Change priority, worker, model, limits or tags of an item.', {
    args: [
      {
        name: '[fields...]',
        about:
          'name=value, for example priority=high (of numbers, low ones go first); tags=a,b are all its tags, tags= is none',
        read: async (words, { options }) =>
          (await import('../edit-fields.ts')).editFields(
            [words ?? []].flat() as string[],
            options['tag'] as readonly string[] | undefined,
          ),
      },
    ],
    options: [
      {
        flags: '--tag <tag>',
        about: 'a tag of it, once for each: those that it has now go',
        isRepeated: true,
        member: null,
      },
    ],
  }),
];
