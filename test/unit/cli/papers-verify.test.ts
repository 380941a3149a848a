/** `orrery papers verify`: what is proved of a folder, what is not, and how it ends. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { main } from '../../../src/cli/main.ts';
import { openSigningKey } from '../../../src/lib/signing-key.ts';
import { attestFolder } from '../../../src/papers/attestation/attest.ts';
import { writeChecksums } from '../../../src/papers/package/package.ts';
import { createSandbox, packageSample, type Sandbox, sampleRunId } from '../papers/support.ts';

const packageRoot = fileURLToPath(new URL('../../..', import.meta.url));
const at = '2026-01-01T00:00:00.000Z';
const paperId = `${sampleRunId}--draft`;
let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = createSandbox();
  folder = await packageSample(sandbox);
});
afterAll(() => sandbox.dispose());

async function verify(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(['papers', 'verify', ...args], {
    env: {},
    cwd: sandbox.root,
    packageRoot,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const docOf = (name: string): string => readFileSync(join(packageRoot, 'docs', name), 'utf8');
/** What was looked at, in the order in which it is said. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}[✓✗?] ([^:]+): /gm)].map(([, name = '']) => name);

describe('a signed package', () => {
  const keys = (): string => mkdtempSync(join(tmpdir(), 'orrery-verify-'));
  it('is proved with the key that is given, and refused with another', async () => {
    const dir = keys();
    const keyFile = join(dir, 'key.pem');
    const { publicPem, keyId } = openSigningKey(keyFile);
    const [own, other] = [join(dir, 'own.pub'), join(dir, 'other.pub')];
    writeFileSync(own, publicPem);
    writeFileSync(other, openSigningKey(join(dir, 'other.pem')).publicPem);
    const signed = join(dir, 'signed');
    cpSync(folder, signed, { recursive: true });
    const chain = { event_id: 1, hash: 'ab' };
    const about = { paper_id: paperId, run_id: sampleRunId, public_id: null, signed_at: at };
    attestFolder(signed, about, { keyFile, decision: null, chain });
    writeChecksums(signed);
    const { out } = await verify(signed);
    expect(out).toContain('? signature: whole, by the key');
    expect(namesIn(out)).toEqual(namesIn(docOf('verifying-papers.md')));
    const listed = docOf('packages.md');
    const unlisted = readdirSync(signed).filter(
      (name) => !listed.includes(`\`${name}\``) && !listed.includes(`\`${name}/\``),
    );
    expect(unlisted).toEqual([]);
    expect((await verify(signed, '--key', own)).out).toContain(`signed with the key ${keyId}`);
    const refused = await verify(signed, '--key', other);
    expect(refused.code).toBe(exitCodes.failed);
    expect(refused.out).toContain('✗ signature: against attestation.dsse.json');
    expect((await verify(folder, '--key', own)).out).toContain('there is no attestation.dsse.json');
    expect((await verify(signed, '--key', keyFile.replace('key', 'none'))).err).toContain('--key');
    rmSync(dir, { recursive: true });
  });
});

describe('orrery papers verify', () => {
  it('says of a package what was proved and what could not be', async () => {
    const { code, out } = await verify(folder);
    expect(code).toBe(exitCodes.ok);
    for (const name of ['numbers', 'manifest', 'words', 'checksums', 'unlisted files'])
      expect(out).toMatch(new RegExp(`^  ✓ ${name}: `, 'm'));
    expect(out).toContain('? signature: not signed');
    expect(out).toContain('? PDF text: there is no paper.pdf');
    expect(out).toContain('1 paper, 1 without a problem');
  });

  it('says of a draft that it has no checksums', async () => {
    const { code, out } = await verify(sandbox.paperDir);
    expect(code).toBe(exitCodes.ok);
    expect(out).toContain('? checksums: there is no SHA256SUMS');
  });

  it('ends with 1 and names the place of each problem', async () => {
    const markdown = join(folder, 'paper.md');
    const hidden = join(folder, '.note');
    const before = readFileSync(markdown, 'utf8');
    writeFileSync(markdown, before.replace('8.119', '8.118'));
    writeFileSync(hidden, 'x');
    const { code, out } = await verify(folder, '--json');
    writeFileSync(markdown, before);
    rmSync(hidden);
    expect(code).toBe(exitCodes.failed);
    const { papers } = JSON.parse(out) as {
      papers: { checks: { name: string; state: string; problems: string[] }[] }[];
    };
    const found = new Map(papers[0]?.checks.map((check) => [check.name, check]));
    expect(found.get('numbers')?.problems[0]).toMatch(
      /^paper\.md:\d+ number_without_claim: 8\.118/,
    );
    expect(found.get('manifest')?.problems[0]).toContain('paper.md');
    expect(found.get('checksums')?.problems).toEqual(['paper.md does not match its checksum']);
    expect(found.get('unlisted files')?.problems).toEqual(['.note is listed nowhere']);
    expect(found.get('words')?.state).toBe('ok');
  });

  it('proves many papers in threads, in the order of their names', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const corpus = join(sandbox.root, 'corpus');
    for (const name of names) cpSync(folder, join(corpus, 'papers', name), { recursive: true });
    writeFileSync(join(corpus, 'papers', 'c', '.note'), 'x');
    const { code, out } = await verify(corpus);
    expect(code).toBe(exitCodes.failed);
    expect(out.match(/^[✓✗] .*/gm)).toEqual(['✓ a', '✓ b', '✗ c', '✓ d']);
    expect(out).toContain('      .note is listed nowhere');
    expect(out).toContain('4 papers, 3 without a problem');
  });

  it('ends with 1 where there is no folder, or no paper in it', async () => {
    expect(await verify(join(folder, 'no'))).toMatchObject({ code: exitCodes.failed, out: '' });
    expect((await verify(join(folder, 'evidence'))).err).toContain('no paper');
  });
});
