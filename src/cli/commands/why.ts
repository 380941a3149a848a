/** `orrery why`: why something does not move, since when, and what would move it. */
import { explainableKinds } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { rowOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

/** A reason in words, and as a request what `orrery` or a client would send to lift it. */
export const whyCommand: CommandSpec = routeCommand({
  words: ['why'],
  about:
    'Say why an item, run, paper, worker, alert or other work does not move, and what would move it.',
  route: 'GET /control/api/v1/explain/{kind}/{id}',
  args: [
    { name: '<kind>', about: explainableKinds.join(', '), choices: explainableKinds },
    { name: '<id>', about: 'its id; of an item its project' },
  ],
  say(reply) {
    const unblock = rowOf(reply['unblock']);
    const request = rowOf(unblock['request']);
    const since = asText(reply['since']);
    return [
      `${asText(reply['reason'])}${since === '' ? '' : ` (since ${since})`}`,
      `${asText(unblock['action'])}${asText(request['path']) === '' ? '' : `: ${asText(request['method'])} ${asText(request['path'])} ${JSON.stringify(request['body'])}`}`,
    ];
  },
});
