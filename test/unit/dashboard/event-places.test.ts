/** Where events lead to, and which of them are worth a line on the first page. */
import { expect, it } from 'vitest';
import { eventSentences } from '../../../src/control/reading/event-sentences.ts';
import { placeOfAct } from '../../../src/dashboard/acts/reason-places.ts';
import {
  entityAddress,
  entityName,
  hasMachine,
  memberAddress,
} from '../../../src/dashboard/places/entity-places.ts';
import { isWorthReading, quietEvents } from '../../../src/dashboard/words/quiet-events.ts';

it('leads to the page of what an event is about, else to its machine, else to its events', () => {
  expect(entityAddress('run', 'r/1')).toBe('#/runs/r%2F1');
  expect(entityAddress('paper_review', 'p')).toBe('#/papers/p');
  expect(entityAddress('pump', 'main')).toBe('#/machines/pump/main');
  expect(entityAddress('callback_delivery', 'c')).toBe(
    '#/events?entity_type=callback_delivery&entity_id=c',
  );
  expect(hasMachine('callback_delivery')).toBe(false);
});

it('names what an event is about as people do', () => {
  expect(entityName('main', 'alert_watch')).toBe('alert watch');
  expect(entityName('0123456789abcdef'.repeat(2), 'command')).toBe('command 01234567…');
  expect(entityName('0123456789abcdef-2', 'incident')).toBe('incident 01234567…');
  expect(entityName('a-run', 'run')).toBe('a-run');
});

it('leads from a name in a payload, and from nothing else', () => {
  expect(memberAddress('child_run_id', 'r')).toBe('#/runs/r');
  expect(memberAddress('run_id', null)).toBeNull();
  expect(memberAddress('reason', 'r')).toBeNull();
});

it('keeps quiet about nothing that the log does not know, and never about trouble', () => {
  expect([...quietEvents].filter((type) => eventSentences[type] === undefined)).toEqual([]);
  for (const type of Object.keys(eventSentences)) {
    if (/fail|refused|lost|quarantined|raised|blocked|spent|parked/.test(type))
      expect({ type, isShown: isWorthReading(type) }).toEqual({ type, isShown: true });
  }
  expect(isWorthReading('something.new')).toBe(true);
});

it('knows on which page an act of a reason is done', () => {
  expect(placeOfAct({ act: { verb: 'open_papers', target: null } })).toMatchObject({
    page: 'papers',
    stage: 'held',
  });
  expect(placeOfAct({ act: { verb: 'open_papers', target: 'p' } })).toMatchObject({ id: 'p' });
  expect(placeOfAct({ act: { verb: 'configure', target: null } })).toBeNull();
});
