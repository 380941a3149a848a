/** Makes commands of rows; what sends the request is loaded only when the command is called. */
import type { EntityKind } from '../domain/entities/all.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import { changeOptions, connectionOptions, listOptions } from './options.ts';
import type { RouteArgument, RouteCommand, RouteOption } from './route-row.ts';

export type { RouteArgument, RouteCommand, RouteName, RouteOption } from './route-row.ts';

/** For changes that the audit log keeps a reason of. */
export const note: RouteOption = { flags: '--note <text>', about: 'why, for the audit log' };
/** Sends `dry_run`: false when it is given, true when it is not. */
export const live: RouteOption = {
  flags: '--live',
  about: 'do it; without this it is a dry run',
  member: 'dry_run',
  read: (given) => given !== true,
};
/** Of a dry run of the same command with the same words. */
export const plan: RouteOption = {
  flags: '--plan <plan_id>',
  about: 'with --live: exactly what that dry run chose, or nothing',
  member: 'plan_id',
};
/** Stands in the path of the route. */
export const project: RouteArgument = { name: '<project_id>', about: 'project of the item' };
/** For lists; the service says which fields it takes. */
export const sort: RouteOption = {
  flags: '--sort <field>',
  about: 'field to sort by; a leading - turns it round',
};
/** For what can be shown as it was. */
export const moment: RouteOption = {
  flags: '--at <moment>',
  about: 'as it was after this event id, or at this time (ISO 8601)',
};
const bench: OptionSpec = {
  flags: '--worker <name>',
  about: 'the bench of the gate of this configured worker (default: that of the service)',
};
const isRead = ({ route, by }: RouteCommand): boolean =>
  by === null || (typeof route === 'string' && route.startsWith('GET'));

/** The command of a row, with the row. */
export function routeCommand(row: RouteCommand): CommandSpec & { readonly row: RouteCommand } {
  const kind = row.list?.of;
  return {
    ...row,
    row,
    ...(kind === undefined ? {} : { whole: () => withFilters(row, kind) }),
    options: [
      ...(row.options ?? []),
      ...(row.list === undefined ? [] : listOptions),
      ...(row.isBench === true ? [bench] : []),
      ...(isRead(row) ? connectionOptions : changeOptions),
    ],
    load: async () => ({ run: (await import('./run-route.ts')).runRoute(row) }),
  };
}

async function withFilters({ list, ...row }: RouteCommand, kind: EntityKind): Promise<CommandSpec> {
  const { filterOptions } = await import('./list-filters.ts');
  const { of: _, ...rest } = list!;
  const own = row.options ?? [];
  return routeCommand({ ...row, list: rest, options: [...own, ...filterOptions(kind, own)] });
}
