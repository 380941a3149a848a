/** What the chaos's clients read of a frame of the feed, and what they hold to be wrong. */
import { describe, expect, it } from 'vitest';
import { toFrameText } from '../../../src/http/live/frames.ts';
import { createHeadReader } from '../../chaos/planes/feed-heads.ts';
import { createFeedLedger, hear, nothingHeard } from '../../chaos/planes/feed-ledger.ts';

const streams = ['events', 'events/run'];
const frameOf = (stream: string, seq: number, prevSeq: number | null, type: 'event' | 'state') =>
  Buffer.from(toFrameText({ stream, seq, prevSeq }, { type, data: '{"a":1}', topics: [stream] }));

describe('the head of a frame', () => {
  const read = createHeadReader(streams);
  it('is read as the service writes it', () => {
    for (const stream of streams)
      for (const prevSeq of [null, 1, 1_234_567])
        for (const type of ['event', 'state'] as const)
          expect(read(frameOf(stream, 1_234_568, prevSeq, type))).toEqual({
            stream,
            seq: 1_234_568,
            prevSeq,
          });
  });
  it('is none of a stream that was not asked for, of another type, or of half a frame', () => {
    expect(read(frameOf('events/runs', 2, 1, 'event'))).toBeNull();
    const text = frameOf('events', 2, 1, 'event').toString();
    expect(read(Buffer.from(text.replace('"event"', '"sample"')))).toBeNull();
    expect(read(Buffer.from(text.replace('"seq":2', '"seq":null')))).toBeNull();
    for (let end = 0; end < text.indexOf('{"a"') + 1; end += 1)
      expect(read(Buffer.from(text.slice(0, end)))).toBeNull();
  });
});

describe('the ledger of a client', () => {
  const take = (...frames: readonly (readonly [number, number | null] | 'again')[]) => {
    const ledger = createFeedLedger();
    const said = frames.map((each) => {
      if (each !== 'again')
        return ledger.take({ stream: 'events', seq: each[0], prevSeq: each[1] });
      ledger.begin();
      return null;
    });
    return {
      heard: ledger.heard.get('events'),
      wrong: said.filter((each) => typeof each === 'string'),
    };
  };
  const print = (...ids: readonly number[]) => ids.reduce(hear, nothingHeard);

  it('counts each id once, also when it comes again on another connection', () => {
    const { heard, wrong } = take([1, null], [2, 1], 'again', [2, 1], [3, 2], 'again', [7, 3]);
    expect(wrong).toEqual([]);
    expect(heard).toEqual(print(1, 2, 3, 7));
  });
  it('takes a predecessor that is not known for what it is, on a new connection only', () => {
    expect(take([1, null], 'again', [9, null]).wrong).toEqual([]);
    expect(take([1, null], [9, null]).wrong).toHaveLength(1);
  });
  it('says what comes twice, back, or over another on one connection', () => {
    expect(take([1, null], [1, null]).wrong).toEqual(['sent events 1 after 1']);
    expect(take([1, null], [3, 1], [2, 1]).wrong).toEqual(['sent events 2 after 3']);
    expect(take([1, null], [3, 2]).wrong).toEqual(['sent events 3 as the one after 2, behind 1']);
  });
  it('says what is missing between two connections', () => {
    expect(take([1, null], 'again', [3, 2]).wrong).toEqual([
      'sent events 3 as the one after 2, where 1 was heard last',
    ]);
  });
  it('has another print for another order and for another id', () => {
    expect(print(1, 2, 3)).not.toEqual(print(2, 1, 3));
    expect(print(1, 2, 4)).not.toEqual(print(1, 3, 4));
  });
});
