/** What can be copied of an act: commands that are there and do the same, and words that come through a shell whole. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/command-tables/all.ts';
import type { RouteCommand } from '../../../src/cli/route-command.ts';
import { reasonCodes } from '../../../src/control/reliance/reason.ts';
import { actOf } from '../../../src/control/reliance/reason-acts.ts';
import { linesOf, shellText } from '../../../src/dashboard/acts/copy-lines.ts';
import { reportNames } from '../../../src/dashboard/operations/reports.ts';
import { type Place, pages, placeOf } from '../../../src/dashboard/places/places.ts';
import { pageCopies } from '../../../src/dashboard/shell/page-copies.ts';
import { routeGroups } from '../../../src/http/routes/all.ts';

const reasons = reasonCodes.map((code) => ({ code, act: actOf(code, 'gpu-a') }));
const typed = reasons.flatMap((reason) =>
  linesOf(reason, true).flatMap((line) =>
    'command' in line ? [{ ...reason, words: line.command, typed: line.command.join(' ') }] : [],
  ),
);

/** The command that the words call, and what they leave for its arguments and options. */
function called(words: readonly string[]) {
  const leads = (own: readonly string[]) => own.every((word, index) => word === words[index]);
  const spec =
    commands
      .filter((each) => leads(each.words))
      .sort((one, other) => other.words.length - one.words.length)[0] ??
    commands.find((each) => each.isDefault === true && leads(each.words.slice(0, -1)));
  if (spec === undefined) throw new Error(`there is no command orrery ${words.join(' ')}`);
  const own = leads(spec.words) ? spec.words.length : spec.words.length - 1;
  return { spec, rest: words.slice(own) };
}

describe('the act of a reason', () => {
  it.each(reasons.filter(({ act }) => act.request !== null))(
    'can be copied as request and as command: $code',
    (reason) => {
      expect(linesOf(reason, true).map(({ name }) => name)).toEqual(['curl', 'command']);
    },
  );

  it.each(typed)('is a command that the program has: orrery $typed', ({ words, act }) => {
    const { spec, rest } = called(words);
    const flagsOf = new Map(
      (spec.options ?? []).map(({ flags }) => [/--[a-z-]+/.exec(flags)?.[0], flags]),
    );
    const given = rest.filter((word) => word.startsWith('--'));
    expect([...flagsOf.keys()]).toEqual(expect.arrayContaining(given));
    const values = given.filter((flag) => flagsOf.get(flag)?.includes('<'));
    expect(rest.length - given.length - values.length).toBe(spec.args?.length ?? 0);
    const route = 'row' in spec ? (spec.row as RouteCommand).route : null;
    if (act.request === null || typeof route !== 'string') return;
    const pattern = new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`);
    expect(`${act.request.method} ${act.request.path}`).toMatch(pattern);
  });

  it('that is done to the service as a whole names nothing', () => {
    const whole = linesOf({ code: 'no_dead_letters', act: actOf('no_dead_letters', null) }, true);
    expect(whole).toEqual([{ name: 'command', command: ['bench'] }]);
  });

  it('that needs words of a person first is no line', () => {
    const request = { method: 'POST', path: '/p', body: { answer: '<your answer>' } } as const;
    expect(linesOf({ act: { verb: 'answer_item', request } }, false)).toEqual([]);
  });
});

it('comes through a shell whole', () => {
  const name = "it's $HOME";
  expect(shellText({ name: 'c', command: ['queue', 'cancel', name] }, 'http://h')).toBe(
    `orrery queue cancel 'it'\\''s $HOME'`,
  );
  const post = { name: 'c', method: 'POST', path: '/p', body: { reason: name } } as const;
  expect(shellText(post, 'http://h')).toContain(`-d '{"reason":"it'\\''s $HOME"}' http://h/p`);
});

/** Each page as it opens, with something open in it, and with a search. */
const places: readonly Place[] = [
  ...pages.flatMap((page) => [`#/${page}`, `#/${page}/a%20b`, `#/${page}?search=x&entity_id=e`]),
  '#/machines/queue_item/a%20b',
  ...reportNames.flatMap((name) => [`#/reports/${name}`, `#/reports/${name}?search=x`]),
].map(placeOf);
const rows = routeGroups.flatMap(({ routes }) => routes);

describe('a page', () => {
  it.each(
    places.map(
      (place) => [`${place.page} ${place.id ?? ''} ${place.filter.search}`, place] as const,
    ),
  )('is called elsewhere by what there is: %s', (_, place) => {
    for (const line of pageCopies(place)) {
      if ('command' in line) {
        const { spec, rest } = called(line.command);
        const flags = (spec.options ?? []).map((option) => /--[a-z-]+/.exec(option.flags)?.[0]);
        expect(flags).toEqual(expect.arrayContaining(rest.filter((word) => word.startsWith('--'))));
        continue;
      }
      const path = line.path.replace(/\?.*$/, '');
      const isThere = rows.some(
        (row) =>
          row.method === 'GET' &&
          new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`).test(path),
      );
      expect({ path, isThere }).toEqual({ path, isThere: true });
    }
  });

  it('has at least one line wherever it has something to show', () => {
    const without = places.filter((place) => pageCopies(place).length === 0);
    // A list of names, and a report that was not told of what.
    expect(without.map(({ page, id }) => `${page}/${id ?? ''}`)).toEqual([
      'reports/',
      'reports/a b',
      'reports/',
      'reports/trace',
    ]);
  });
});
