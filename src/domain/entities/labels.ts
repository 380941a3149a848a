/**
 * What a project is labelled with, declared once for all that is of the project: its queue item has the
 * same, a run takes them over from the item at its claim, and a paper when it is drafted.
 */
import * as z from 'zod';
import { shown } from '../entity.ts';
import { tagList } from '../texts.ts';
import { text } from './parts.ts';

/** Members of whatever is born with the labels of its project and keeps them. */
export const labels = {
  tags: shown(
    z.array(text).optional(),
    'Words of its project to find it by. Absent where it is older than they are.',
    { filter: { each: 'tag' } },
  ),
};
/** The same where an operator changes them: the whole list at once. */
export const editableLabels = { tags: { ...labels.tags, edit: tagList } };

/** Labels as they are stored and passed on; one that is absent is not known. */
export type Labels = {
  readonly [Name in keyof typeof labels]?: Exclude<
    z.output<(typeof labels)[Name]['schema']>,
    undefined
  >;
};
type Known = { readonly [Name in keyof Labels]?: Labels[Name] | undefined };
/** Names of all labels. */
export const labelNames = Object.keys(labels) as readonly (keyof Labels)[];

/** The labels among other members: what is absent there stays absent. */
export const labelsOf = (from: Known): Labels =>
  Object.fromEntries(
    labelNames.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Labels;
