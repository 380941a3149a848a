/** Readings out of a stream of lines, however the bytes are cut and whatever else is among them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from '../../../src/sensing/parsers/line-splitter.ts';
import {
  createNvidiaBlockReader,
  type GpuBlock,
} from '../../../src/sensing/parsers/nvidia-blocks.ts';
import { gpuQueryFields } from '../../../src/sensing/parsers/nvidia-query-gpu.ts';
import { recordedGpuLines } from '../../support/fake-nvidia-smi.ts';

const fields = [...gpuQueryFields, 'count'];
const recorded = recordedGpuLines().slice(0, 40);
const uuid = recorded[0]!.split(', ')[2]!;

/** Recorded round `round` as a machine with `count` such GPUs would tell it. */
const round = (number: number, count = 3): string[] =>
  Array.from(
    { length: count },
    (_, index) =>
      `${recorded[number]!.replace(', 0, ', `, ${index}, `).replace(uuid, `${uuid.slice(0, -1)}${index}`)}, ${count}`,
  );
const stream = Buffer.from(recorded.map((_, number) => `${round(number).join('\n')}\n`).join(''));
const readAll = (pieces: readonly Buffer[]): GpuBlock[] => {
  const reader = createNvidiaBlockReader(fields);
  return pieces.flatMap((piece) => reader.push(piece));
};
const read = (...lines: string[]): GpuBlock[] => readAll([Buffer.from(`${lines.join('\n')}\n`)]);
const problemsOf = (blocks: readonly GpuBlock[]): string[] =>
  blocks.flatMap((block) => (block.whole ? [] : block.list.problems));
const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const points = [0, ...[...cuts].sort((left, right) => left - right), bytes.length];
  return points.slice(1).map((point, index) => bytes.subarray(points[index], point));
};

describe('blocks of a stream', () => {
  it('tells a reading as soon as its last GPU is there, and no sooner', () => {
    const reader = createNvidiaBlockReader(fields);
    const [first, second, third] = round(0);
    expect(reader.push(Buffer.from(`${first}\n${second}\n${third}`))).toEqual([]);
    const [block] = reader.push(Buffer.from('\n'));
    expect(block).toMatchObject({ whole: true, list: { problems: [] } });
    expect(block!.list.gpus!.map((gpu) => gpu.index)).toEqual([0, 1, 2]);
  });

  it('drops a round that lacks a GPU and reads the next one', () => {
    const blocks = read(...round(0).slice(0, 2), ...round(1));
    expect(problemsOf(blocks)).toEqual(['gpus: the stream told 2 of 3 GPUs']);
    expect(blocks.map((block) => block.whole)).toEqual([false, true]);
  });

  it('never joins lines of two rounds', () => {
    const blocks = read(round(0)[0]!, 'ERROR: something is off', ...round(0).slice(1), ...round(1));
    expect(blocks.filter((block) => block.whole)).toHaveLength(1);
    expect(blocks.at(-1)!.list).toEqual(read(...round(1))[0]!.list);
  });

  it.each<[string, string[], RegExp]>([
    ['an index twice', [round(0)[0]!, round(0)[0]!], /told 1 of 3/],
    ['a time that goes back', [...round(5), ...round(4)], /went back/],
    ['a time that stands still', [...round(5), ...round(5)], /stood still/],
    ['two counts in one reading', [round(0)[0]!, round(0)[1]!.replace(/3$/, '4')], /of 3 and of 4/],
    ['a count that is none', [round(0)[0]!.replace(/3$/, '[N/A]')], /malformed/],
    ['a line without an end in sight', ['x'.repeat(5000)], /more than 4096 bytes/],
    ['a first line that is cut', [round(0)[0]!.slice(30)], /malformed/],
  ])('finds %s', (_, lines, problem) => {
    const problems = problemsOf(read(...lines));
    expect(problems.some((each) => problem.test(each))).toBe(true);
  });

  it('tells the same whatever the pieces', () => {
    const whole = readAll([stream]);
    expect(whole).toHaveLength(recorded.length);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: stream.length }), { maxLength: 30 }), (cuts) => {
        expect(readAll(cutAt(stream, cuts))).toEqual(whole);
      }),
    );
  });

  it('tells the same when cut after every single byte', () => {
    const bytes = stream.subarray(0, 2500);
    const one = readAll([bytes]);
    expect(one.length).toBeGreaterThan(3);
    expect(readAll(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(one);
  });

  it('makes no reading up from a stream that begins or ends anywhere, with anything in between', () => {
    const known = new Set(
      readAll([stream]).flatMap((block) => block.list.gpus!.map((gpu) => JSON.stringify(gpu))),
    );
    fc.assert(
      fc.property(
        fc.nat({ max: stream.length }),
        fc.nat({ max: stream.length }),
        fc.uint8Array({ maxLength: 200 }),
        (from, to, noise) => {
          // What was cut off was written as a line of its own: a new program begins a new stream.
          const pieces = [stream.subarray(0, from), Buffer.from('\n'), Buffer.from(noise)];
          const blocks = readAll([...pieces, Buffer.from('\n'), stream.subarray(to)]);
          for (const gpu of blocks.flatMap((block) => block.list.gpus ?? [])) {
            // A line whose last column, the count, was cut fits no other line, so it is not told.
            expect(known).toContain(JSON.stringify(gpu));
          }
        },
      ),
    );
  });

  it('makes no device of arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(readAll([Buffer.from(bytes)]).filter((block) => block.whole)).toEqual([]);
      }),
    );
  });
});

describe('lines', () => {
  it('keeps a bounded rest and says once that a line was too long', () => {
    const lines = createLineSplitter(8);
    expect(lines.push(Buffer.from('123456789'))).toEqual([]);
    expect(lines.push(Buffer.alloc(100_000, 'x'))).toEqual([]);
    expect(lines.push(Buffer.from('\nshort\n12345678\n'))).toEqual([null, 'short', '12345678']);
  });

  it('does not break characters of several bytes', () => {
    const lines = createLineSplitter(100);
    const bytes = Buffer.from('Größe €\n');
    const told = Array.from(bytes, (byte) => lines.push(Buffer.from([byte]))).flat();
    expect(told).toEqual(['Größe €']);
  });
});
