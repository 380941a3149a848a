/** `orrery corpus site`: a static, browsable site of the corpus and of what never came to a paper. */
import { resolve } from 'node:path';
import { limits } from '../../domain/limits.ts';
import { counted } from '../../lib/counted.ts';
import { type RegistryEntry, registryEntry, writeSite } from '../../papers/site/site.ts';
import { requireConfig } from '../backups.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Connection, withConnection } from '../connection.ts';
import type { ListReply } from '../list-pages.ts';
import { textOption } from '../options.ts';

/** Asks the service for the registry, unless `--papers-only` is given; then no service is needed. */
export const run: RunCommand = async (input) =>
  input.options['papersOnly'] === true
    ? write(input, null)
    : withConnection(input, async (connection) => write(input, await readRegistry(connection)));

function write(input: CommandInput, registry: readonly RegistryEntry[] | null): number {
  const out = resolve(input.io.cwd, input.args[0] ?? 'site');
  const given = textOption(input, 'corpus');
  const corpus =
    given === undefined ? requireConfig(input).corpus.dir : resolve(input.io.cwd, given);
  const made = writeSite(corpus, out, registry);
  const ideas = made.ideas === null ? '' : `, ${counted(made.ideas, 'dispatched idea')}`;
  input.io.out(
    `${counted(made.papers, 'paper')} on ${counted(made.pages, 'page')}${ideas}: ${out}`,
  );
  return exitCodes.ok;
}

async function readRegistry({ send }: Connection): Promise<readonly RegistryEntry[]> {
  const entries: RegistryEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, unknown> = { page_size: limits.pageSizeMax };
    if (cursor !== null) query['cursor'] = cursor;
    const { data }: { readonly data: ListReply } = await send<ListReply>({
      route: 'GET /control/api/v1/queue',
      query,
    });
    entries.push(...data.rows.map(registryEntry).filter((entry) => entry !== null));
    cursor = data.page.next_cursor;
  } while (cursor !== null);
  return entries;
}
