/** What the threads of a store load when they start. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tables } from '../../../src/domain/entities/tables.ts';
import { threadFile } from '../../../src/lib/worker-thread.ts';

describe.each(['store-reader', 'store-past', 'store-writer'])(
  'the bundle of the thread %s',
  (name) => {
    const bundle = readFileSync(threadFile(name), 'utf8');

    it('holds what the entities declare as data', () => {
      const [, written = ''] = /^var tables = (.*);$/m.exec(bundle) ?? [];
      expect(JSON.parse(written)).toEqual(tables);
    });

    it('makes no schema when it starts, which took as long as all else', () => {
      expect(bundle).not.toContain('node_modules/zod/');
    });
  },
);
