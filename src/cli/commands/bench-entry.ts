/** What a person calls an entry of the bench, and how it is fetched. */

import type { BenchConnection } from '../bench-connection.ts';
import { exitCodes } from '../command.ts';
import type { Called } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import type { Row } from '../output/rows.ts';

/** A dead letter by its number, an actor by kind and id. */
export type BenchEntry =
  | { readonly sequence: number }
  | { readonly kind: string; readonly id: string };

/** `17` or `queue_item/a`; throws `CommandFailure` for anything else. */
export function parseEntry(text: string): BenchEntry {
  if (/^[1-9]\d{0,14}$/.test(text)) return { sequence: Number(text) };
  const slash = text.indexOf('/');
  if (slash > 0 && slash < text.length - 1) {
    return { kind: text.slice(0, slash), id: text.slice(slash + 1) };
  }
  throw new CommandFailure(
    exitCodes.usage,
    `"${text}" is neither the number of a dead letter nor an actor, KIND/ID`,
  );
}

export function findEntry(service: BenchConnection, entry: BenchEntry): Promise<Called<Row>> {
  return service.call<Row>((api) =>
    'sequence' in entry
      ? api.GET(service.at('/control/api/v1/bench/dead-letters/{sequence}'), {
          params: { path: entry },
        })
      : api.GET(service.at('/control/api/v1/bench/actors/{kind}/{id}'), {
          params: { path: entry },
        }),
  );
}
