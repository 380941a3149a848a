/** What the steps of a paper have in common as commands. */
import { paperStatuses } from '../../domain/statuses.ts';
import type { CommandSpec } from '../command.ts';
import {
  type RouteArgument,
  type RouteCommand,
  type RouteOption,
  routeCommand,
} from '../route-command.ts';

/** Stands in the path of the route. */
export const paper: RouteArgument = { name: '<paper_id>', about: 'the paper' };
export const force: RouteOption = {
  flags: '--force',
  about: 'also where evidence looks incomplete',
};
export const onlyStatus: RouteOption = {
  flags: '--status <status>',
  about: 'only papers of this status',
  choices: paperStatuses,
};
/** Address of publication automation. */
export const base = '/control/api/publication-automation';

/** A step of one paper, answered when it is done. */
export const step = (name: string, row: Omit<RouteCommand, 'words'>): CommandSpec =>
  routeCommand({ words: ['papers', name], args: [paper], isLong: true, ...row });
