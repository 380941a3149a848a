/** The words that the dashboard makes of replies. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Overview } from '../../../src/dashboard/service/wire.ts';
import {
  agoText,
  clockText,
  markOf,
  momentText,
  sentenceFor,
  spanText,
} from '../../../src/dashboard/words/words.ts';
import { entities } from '../../../src/domain/entities/all.ts';

const sentence = (body: Overview) => sentenceFor(body);
const counts = (attention: number, running = 1, queued = 4) => ({
  operator_counts: { attention, running, queued },
});

describe('the sentence', () => {
  it('is calm only when the service says that it may be left alone', () => {
    expect(sentence({}).tone).toBe('unknown');
    expect(sentence(counts(0)).tone).toBe('unknown');
    expect(sentence({ ...counts(0), leave_alone: true })).toEqual({
      tone: 'calm',
      verdict: 'You can leave it alone.',
      because: '1 running, 4 queued.',
    });
    expect(sentence({ ...counts(0), leave_alone: false, trouble: 'No worker takes runs' })).toEqual(
      {
        tone: 'failed',
        verdict: 'It cannot be left alone.',
        because: 'No worker takes runs. 1 running, 4 queued.',
      },
    );
  });

  it('puts a person before a pause, and a pause before other trouble', () => {
    const stopped: Overview = {
      control: { status: 'paused', reason: 'a disk' },
      leave_alone: false,
      trouble: 'the store is full',
    };
    expect(sentence({ ...counts(1), ...stopped }).verdict).toBe('One item needs a person.');
    expect(sentence({ ...counts(0), ...stopped }).because).toContain('Reason: a disk.');
  });

  it('leads with the gravest reason of the service, whatever else there is', () => {
    const full: Overview = {
      ...counts(1),
      control: { status: 'paused', reason: 'a disk' },
      leave_alone: false,
      trouble: 'The store takes no writes',
      reasons: [{ code: 'store_writable' }, { code: 'items_wait' }],
    };
    expect(sentence(full)).toMatchObject({ tone: 'failed' });
    expect(sentence(full).because).toContain('The store takes no writes.');
    const person = { ...full, reasons: [{ code: 'items_wait' as const }] };
    expect(sentence(person).tone).toBe('person');
  });

  it('names the item of the first reason, else the first, with why and the next step', () => {
    const top_items = [{ project_id: 'p', reason: 'it asks', next_step: 'answer it' }];
    expect(sentence({ ...counts(2), top_items }).because).toBe('First: p: it asks. Answer it.');
    expect(sentence(counts(2)).because).toContain('did not say which');
    const newer = { project_id: 'q', reason: 'it failed' };
    const reasons = [{ code: 'items_wait' as const, subject: 'p' }];
    expect(sentence({ ...counts(2), top_items: [newer, ...top_items], reasons }).because).toContain(
      'First: p:',
    );
  });
});

describe('numbers in words', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [3_599_000, '59 min'],
    [7_500_000, '2 h 5 min'],
    [3 * 86_400_000, '3 d'],
    [-5_000, '0 s'],
    [null, 'unknown'],
  ])('writes a span of %s ms as %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });

  it('writes ages and windows', () => {
    expect([agoText(200), agoText(61_000), agoText(null)]).toEqual([
      'just now',
      '1 min ago',
      'unknown',
    ]);
    expect([agoText(-30_000), agoText(-3_600_000)]).toEqual(['just now', '1 h ahead']);
    expect([clockText(200_000), clockText(null)]).toEqual(['3:20', '?']);
  });

  it('begins the day at nought and not at twenty-four', () => {
    const early = new Date(2026, 2, 1, 0, 5, 12).getTime();
    const day = 86_400_000;
    expect([momentText(early, early), momentText(early, early + 2 * day)]).toEqual([
      '00:05:12',
      expect.stringMatching(/ 00:05$/),
    ]);
  });

  it('has a shape for each state that an entity can be listed with', () => {
    const ambiguous = ['new', 'unknown', 'open', 'closed'];
    const named = Object.values(entities).flatMap(({ stored }) =>
      Object.entries(stored.shape as Readonly<Record<string, unknown>>).flatMap(([name, schema]) =>
        ['status', 'paper_status', 'state'].includes(name) && schema instanceof z.ZodEnum
          ? (schema.options as readonly string[])
          : [],
      ),
    );
    const states = named.filter((name) => !ambiguous.includes(name));
    expect(states.length).toBeGreaterThan(40);
    expect(states.filter((name) => markOf(name) === 'unknown')).toEqual([]);
  });

  it('has a shape for what it has never heard of', () => {
    expect([markOf('running'), markOf('teleported'), markOf(null)]).toEqual([
      'running',
      'unknown',
      'unknown',
    ]);
  });
});
