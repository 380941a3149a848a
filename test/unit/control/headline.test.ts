/** When the service says that it may be left alone, and when it must not. */
import { describe, expect, it } from 'vitest';
import { type HeadlineFacts, judgeHeadline } from '../../../src/control/operations/headline.ts';

const worker = (more: object = {}) =>
  ({ target: 'gpu-a', status: 'healthy', reason: null, observation: null, ...more }) as never;
const fine: HeadlineFacts = {
  control: 'open',
  counts: { attention: 0, running: 0, queued: 0 },
  next: { candidate: null, reason: 'nothing is queued' },
  workers: [{ worker: worker(), trouble: null }],
  live: true,
  whyNotAutomatic: null,
  storeTrouble: null,
  lost: null,
};
const down = { worker: worker({ status: 'unreachable' }), trouble: 'Worker gpu-a is unreachable' };
const refused = {
  name: 'worker_callbacks_delivered',
  ok: false,
  detail: 'one run has a callback that was refused',
  data: { parked: 1 },
};

describe('the headline', () => {
  it('is calm when nothing speaks against it', () => {
    expect(judgeHeadline(fine)).toEqual({
      leaveAlone: true,
      trouble: null,
      headline: 'You can leave it alone. 0 running, 0 queued.',
    });
  });

  it.each<[string, Partial<HeadlineFacts>, RegExp]>([
    ['the store takes no writes', { storeTrouble: 'its disk is full' }, /disk is full/],
    [
      'acknowledged work is gone',
      { lost: 'the log ends at event 3' },
      /^Acknowledged work is gone: the log ends at event 3\.$/,
    ],
    ['a person is needed', { counts: { attention: 2, running: 0, queued: 0 } }, /2 items need/],
    ['the queue is paused', { control: 'paused' }, /Nothing new is started/],
    ['the only worker is down, even with nothing to do', { workers: [down] }, /is unreachable/],
    ['all workers are down', { workers: [down, down] }, /No worker takes runs.*first of 2/],
    [
      'one worker of two is down while something waits',
      {
        workers: [{ worker: worker(), trouble: null }, down],
        counts: { attention: 0, running: 0, queued: 1 },
        next: { candidate: {}, reason: 'first' },
      },
      /is unreachable/,
    ],
    [
      'a callback was refused',
      {
        workers: [
          { worker: worker({ observation: { reply: { checks: [refused] } } }), trouble: null },
        ],
      },
      /callbacks that were refused/,
    ],
    [
      'nothing that waits would ever start',
      {
        counts: { attention: 0, running: 0, queued: 3 },
        next: { candidate: null, reason: 'no worker is configured' },
      },
      /Nothing that is queued would start: no worker is configured/,
    ],
    [
      'live dispatch is off with something queued',
      { live: false, counts: { attention: 0, running: 0, queued: 1 } },
      /live_dispatch_enabled/,
    ],
    [
      'the pump is off with something queued',
      {
        counts: { attention: 0, running: 0, queued: 12 },
        next: { candidate: {}, reason: 'first' },
        whyNotAutomatic: 'the pump is off (orrery pump on)',
      },
      /^12 queued; nothing starts by itself: the pump is off \(orrery pump on\)\.$/,
    ],
  ])('is not when %s', (_when, change, words) => {
    const judged = judgeHeadline({ ...fine, ...change });
    expect(judged.leaveAlone).toBe(false);
    expect(judged.trouble).toMatch(words);
    expect(judged.headline).not.toContain('leave it alone');
  });

  it('is calm with the pump off while nothing is queued: what runs goes on', () => {
    const counts = { attention: 0, running: 1, queued: 0 };
    const off = { ...fine, counts, whyNotAutomatic: 'the pump is off (orrery pump on)' };
    expect(judgeHeadline(off).leaveAlone).toBe(true);
  });

  it('does not wait for a worker that is down while another can do what there is', () => {
    const workers = [{ worker: worker(), trouble: null }, down];
    expect(judgeHeadline({ ...fine, workers }).leaveAlone).toBe(true);
  });
});
