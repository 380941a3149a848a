/** Tests of the words for audit events: every type has its own, and nothing is made up. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSentences } from '../../../src/control/reading/event-sentences.ts';
import { describeEvent } from '../../../src/control/reading/event-words.ts';
import { callbackTypes } from '../../../src/domain/statuses.ts';

const machines = join(import.meta.dirname, '../../../src/machines');

/** Every quoted `kind.fact` of the machines that is not the name of an effect. */
function recordedTypes(): string[] {
  const kinds = readdirSync(machines, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'drawing')
    .map(({ name }) => name);
  const found = new Set<string>();
  for (const kind of kinds) {
    for (const file of readdirSync(join(machines, kind))) {
      const text = readFileSync(join(machines, kind, file), 'utf8');
      const own = kind === 'corpus-entry' ? 'corpus' : kind === 'core-snapshot' ? 'core' : kind;
      const prefixes = `(?:${own.replaceAll('-', '_')}|paper_review|project)`;
      const effects = new Set(
        [...text.matchAll(/(?:perform\(\s*|effect:\s*|')([a-z_]+\.[a-z_]+)'(?=:|,\s*\{)/g)].map(
          (match) => match[1]!,
        ),
      );
      for (const [, name] of text.matchAll(new RegExp(`'(${prefixes}\\.[a-z_]+)'`, 'g'))) {
        if (!effects.has(name!)) found.add(name!);
      }
    }
  }
  for (const type of callbackTypes) found.add(`worker_callback.${type}`);
  return [...found].sort();
}

const event = (eventType: string, payload: Record<string, unknown>, actor = 'kim') =>
  describeEvent({ event_type: eventType, payload: payload, entity_id: 'x', actor });

describe('the words for an audit event', () => {
  it('say to whom an incident that is over was told, and where to nobody', () => {
    const closed = (...channels: string[]) => event('incident.closed', { channels, title: 't' });
    expect(closed('ntfy', 'smtp')).toContain('over, said over ntfy, smtp');
    expect(closed()).toContain('over, said to nobody');
  });
  it.each(recordedTypes())('are its own for %s', (type) => {
    expect(Object.keys(eventSentences)).toContain(type);
  });

  it.each(Object.keys(eventSentences))('say nothing of undefined for an empty %s', (type) => {
    const words = event(type, {});
    expect(words).not.toBe('');
    expect(words).not.toMatch(/undefined|null|NaN|\[object/);
  });

  it('list the plain members of a type without words, but not the change', () => {
    const payload = { change: { kind: 'x' }, some_count: 3, hash_sha256: 'aa', id: 'x' };
    expect(event('invented.happened', payload)).toBe('some count 3');
  });

  it.each([
    ['control.paused', { paused_by: 'kim', reason: 'a disk' }, 'paused by kim: a disk'],
    ['control.paused', { paused_by: 'kim', reason: null }, 'paused by kim'],
    [
      'queue_item.edited',
      { fields: { tags: ['gpu', 'two words'], model: null }, note: 'sorted' },
      'edited by kim: tags gpu + two words, model none: sorted',
    ],
    ['project.labeled', { labels: { tags: [] }, note: null }, 'labeled by kim: tags none'],
    [
      'queue_item.completed',
      {
        decision: { project_decision: 'finalize_negative' },
        gate_verdict: { positive: false },
        problems: [],
      },
      'done, decision: a negative result, no paper is called for',
    ],
    [
      'worker_callback.wake_ready',
      { applied: false, ignore_reason: 'not_current_run' },
      'quiet; ignored: not current run',
    ],
    [
      'queue_item.edited',
      { fields: { dispatch_priority: 10, machine_target: null }, note: 'urgent' },
      'edited by kim: dispatch priority 10, machine target none: urgent',
    ],
    [
      'plan.drawn',
      { verb: 'cancel', eligible: 1, skipped: 2 },
      'cancel 1 item, 2 left out; nothing is done yet',
    ],
    [
      'paper_review.evaluated',
      {
        lint_passes: null,
        lint_finding_count: null,
        audit_verdict: 'strict_pass',
        rank_score: 155,
      },
      'lint unknown, audit passed, rank 155',
    ],
  ])('of %s %j read as people say it', (type, payload, words) => {
    expect(event(type, payload)).toBe(words);
  });

  it('stay on one line and bounded, however long the reason is', () => {
    const words = event('alert.raised', { severity: 'critical', message: 'a\nb '.repeat(1000) });
    expect(words.length).toBeLessThanOrEqual(240);
    expect(words).not.toContain('\n');
    expect(words.endsWith('…')).toBe(true);
  });
});
