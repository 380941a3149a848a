/** From a sentence to the place of a file and back, and what drift does to it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drillDown, drillDownMax } from '../../../src/papers/drill-down.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
const look = () => {
  const found = drillDown(sandbox.paperDir);
  if (found === null) throw new Error('there is no ledger');
  return found;
};
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
});
afterAll(() => sandbox.dispose());

describe('a paper taken apart', () => {
  it('leads from every sentence to claims, and from those to what the files hold now', () => {
    const { state, sentences, claims, left_out } = look();
    expect({ state, left_out }).toEqual({ state: 'sound', left_out: { claims: 0, sentences: 0 } });
    const known = new Map(claims.map((claim) => [claim.id, claim]));
    for (const { claims: ids } of sentences) for (const id of ids) expect(known.has(id)).toBe(true);
    const read = claims.filter(({ kind, formula }) => kind === 'measurement' && formula === null);
    expect(read.length).toBeGreaterThan(3);
    for (const { sources } of read) {
      expect(sources[0]).toMatchObject({ state: 'same' });
      const [now, printed] = [Number(sources[0]?.value_now), Number(sources[0]?.printed)];
      expect(Math.abs(now - printed)).toBeLessThanOrEqual(Math.abs(now) / 100);
    }
  });

  it('leads from a file back to the sentences that rest on it', () => {
    const { files, claims, sentences } = look();
    for (const { file, claims: ids, sentences: at } of files) {
      expect(ids.length).toBeGreaterThan(0);
      for (const position of at)
        expect(sentences[position]?.claims.some((id) => ids.includes(id))).toBe(true);
      expect(claims.filter(({ id }) => ids.includes(id)).length).toBe(ids.length);
      expect(file).not.toContain('..');
    }
  });

  it('says which file drifted, which is gone, and what stands there now', () => {
    const [first] = look().claims.filter(({ kind }) => kind === 'measurement');
    const { file = '', pointer = '' } = first?.sources[0] ?? {};
    const path = join(sandbox.paperDir, file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, `${before}\n`);
    expect(look()).toMatchObject({ state: 'drifted' });
    const now = look().claims.find(({ id }) => id === first?.id)?.sources[0];
    expect(now).toMatchObject({
      state: 'changed',
      pointer,
      value_now: first?.sources[0]?.value_now,
    });
    rmSync(path);
    const gone = look().files.find((row) => row.file === file);
    expect(gone).toMatchObject({ state: 'missing' });
    writeFileSync(path, before);
    expect(look().state).toBe('sound');
  });

  it('is bounded, and says what it leaves out', () => {
    const path = join(sandbox.paperDir, 'claim_ledger.json');
    const before = readFileSync(path, 'utf8');
    const ledger = JSON.parse(before) as { claims: { id: string }[] };
    const [claim] = ledger.claims;
    const many = Array.from({ length: drillDownMax.claims + 5 }, (_, at) => ({
      ...claim,
      id: `C${at + 1}`,
    }));
    writeFileSync(path, JSON.stringify({ ...ledger, claims: many }));
    const found = look();
    writeFileSync(path, before);
    expect(found.claims.length).toBe(drillDownMax.claims);
    expect(found.left_out.claims).toBe(5);
    expect(drillDown(join(sandbox.root, 'nowhere'))).toBeNull();
  });
});
