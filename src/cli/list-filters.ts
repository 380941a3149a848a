/**
 * Flags of a list for all that its entity says lists can be narrowed by. Loaded only where such a list is called:
 * the entities bring their schemas along.
 */
import { type EntityKind, entities } from '../domain/entities/all.ts';
import type { DeclaredFilter, EntityTable } from '../domain/entity.ts';
import type { RouteOption } from './route-row.ts';

/** One for each declared filter of `kind` whose member none of `own` is about. */
export function filterOptions(kind: EntityKind, own: readonly RouteOption[]): RouteOption[] {
  const { filters }: EntityTable = entities[kind];
  const taken = new Set(own.map(({ flags, member }) => filters[member ?? memberOf(flags)]?.member));
  return Object.entries(filters).flatMap(([name, filter]) => {
    if (taken.has(filter.member)) return [];
    taken.add(filter.member);
    return [optionOf(name, filter)];
  });
}

const memberOf = (flags: string): string =>
  (/^--([a-z-]+)/.exec(flags)?.[1] ?? '').replaceAll('-', '_');

/** A sentence as it goes on behind a colon; what begins in capitals is a name. */
const inMiddle = (sentence: string): string =>
  /^[A-Z][A-Z]/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);

function optionOf(name: string, { type, values, about }: DeclaredFilter): RouteOption {
  const flag = `--${name.replaceAll('_', '-')}`;
  if (type === 'each')
    return {
      flags: `${flag} <${name}>`,
      about: `only rows with this ${name}; with several of these options all, with commas any of them`,
      isRepeated: true,
    };
  return {
    flags: `${flag} <${type === 'boolean' ? 'true|false' : 'value'}>`,
    about: `only these: ${inMiddle(about).replace(/\.$/, '')}`,
    ...(values === undefined ? {} : { choices: values }),
  };
}
