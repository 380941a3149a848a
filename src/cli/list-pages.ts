/** Lists by cursor, the same for every kind: one page, or with `--all` every page. */
import { limits } from '../domain/limits.ts';
import { type CommandInput, exitCodes } from './command.ts';
import type { Called } from './connection.ts';
import { CommandFailure } from './failure.ts';
import { numberOption, textOption } from './options.ts';
import { createPrinter, printJson, wantsJson } from './output/print.ts';
import type { Cell, Column } from './output/table.ts';

/** A page of any list. */
export interface ListReply {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly page: { readonly next_cursor: string | null; readonly has_more: boolean };
  readonly generated_at: string;
}

/** Members of a list's query that every list takes. */
export interface PageQuery {
  readonly cursor?: string;
  readonly page_size: number;
  readonly search?: string;
}

/** Pages that `--all` reads before it gives up; a list that long is for a program. */
const pagesMax = 10_000;

interface ListCommand<P extends ListReply> {
  readonly columns: readonly Column[];
  readonly toCells: (row: P['rows'][number], now: string) => readonly Cell[];
  readonly whenEmpty: string;
  readonly fetch: (query: PageQuery) => Promise<Called<P>>;
}

/** Prints the list as the options ask; JSON of one page is the service's own, unchanged. */
export async function printList<P extends ListReply>(
  input: CommandInput,
  command: ListCommand<P>,
): Promise<number> {
  const { min, max } = { min: limits.pageSizeMin, max: limits.pageSizeMax };
  const all = input.options['all'] === true;
  const size = numberOption(input, 'limit', { min, max }) ?? (all ? max : limits.pageSizeDefault);
  const search = textOption(input, 'search');
  const cells: (readonly Cell[])[] = [];
  let cursor = textOption(input, 'cursor');
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const { data } = await command.fetch({
      page_size: size,
      ...(cursor === undefined ? {} : { cursor }),
      ...(search === undefined ? {} : { search }),
    });
    if (wantsJson(input) && all) input.io.out(JSON.stringify(data));
    else if (wantsJson(input)) printJson(input, data);
    else cells.push(...data.rows.map((row) => command.toCells(row, data.generated_at)));
    cursor = data.page.next_cursor ?? undefined;
    if (!all || cursor === undefined) break;
  }
  if (all && cursor !== undefined)
    throw new CommandFailure(
      exitCodes.failed,
      `there are more than ${pagesMax} pages; use --cursor ${cursor}`,
    );
  if (wantsJson(input)) return exitCodes.ok;
  const printer = createPrinter(input);
  printer.table(command.columns, cells, command.whenEmpty);
  if (cursor !== undefined) printer.line(`More: --cursor ${cursor}, or --all`, 'dim');
  return exitCodes.ok;
}
