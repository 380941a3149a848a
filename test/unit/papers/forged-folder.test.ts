/** Package folders that somebody forged who has nothing but the folder: each way is named by the program and by `verify.mjs`. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describedBy,
  writeCitations,
  writeCrate,
} from '../../../src/papers/package/descriptions.ts';
import { checksumProblems, writeChecksums } from '../../../src/papers/package/package.ts';
import { provePaper } from '../../../src/papers/prove-folder.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { readMarkdownDraft } from '../../../src/papers/text/plain-text.ts';
import { createSandbox, packageSample, type Sandbox } from './support.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = createSandbox();
  folder = await packageSample(sandbox);
});
afterAll(() => sandbox.dispose());

/** A copy of the package that `change` was let loose on, and what both programs say of it. */
function afterChange(change: (dir: string) => void): { program: string; standalone: string } {
  const dir = mkdtempSync(join(sandbox.root, 'forged-'));
  try {
    cpSync(folder, dir, { recursive: true });
    change(dir);
    const { checks } = provePaper({ slug: 'forged', dir });
    return {
      program: checks
        .flatMap(({ state, said, problems }) => (state === 'unknown' ? [said] : problems))
        .join('\n'),
      standalone: verifyFolder(dir)
        .problems.map(({ file, message }) => `${file}: ${message}`)
        .join('\n'),
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const edit =
  (file: string, change: (text: string) => string) =>
  (dir: string): void => {
    const before = readFileSync(join(dir, file), 'utf8');
    expect(change(before)).not.toBe(before);
    writeFileSync(join(dir, file), change(before));
  };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a forged folder', () => {
  it('is none where nothing was changed', () => {
    const { program, standalone } = afterChange(() => {});
    expect(program).not.toMatch(/verify\.mjs|twice|differs from|line \d|something else/);
    expect(standalone).toBe('');
  });

  it('is named where a file is twice in the checksums', () => {
    const said = afterChange(edit('SHA256SUMS', (text) => `${'0'.repeat(64)}  paper.md\n${text}`));
    expect(said.program).toContain('paper.md is twice in SHA256SUMS');
    expect(said.standalone).toContain('paper.md: is twice in SHA256SUMS');
  });

  it('is named where the checksums hold another line', () => {
    const said = afterChange(edit('SHA256SUMS', (text) => `${text}all is well\n`));
    expect(said.program).toMatch(/SHA256SUMS line \d+ is not/);
    expect(said.standalone).toContain('is no line of sha256sum');
  });

  it.each(['PAPER.md', 'ｐaper.md'])('is named where %s stands beside paper.md, listed', (name) => {
    const said = afterChange((dir) => {
      writeFileSync(join(dir, name), '# Another paper\n');
      writeChecksums(dir);
    });
    expect(said.program).toMatch(/differs from .* in case or form alone/);
    expect(said.standalone).toContain('differs from another file in case or form alone');
  });

  it('is named where its ledger is called an earlier one, so that its numbers be passed over', () => {
    const said = afterChange((dir) => {
      edit('claim_ledger.json', (text) => text.replace('claim_ledger.v3', 'claim_ledger.v2'))(dir);
      edit('evidence_bundle.json', (text) => text.replace('_bundle.v3', '_bundle.v2'))(dir);
      writeChecksums(dir);
    });
    expect(said.program).toContain('claim_ledger.json schema');
    expect(said.standalone).toContain('claim_ledger.json: is "claim_ledger.v2"');
  });

  it('is named where evidence stands in the checksums and not in the bundle', () => {
    const said = afterChange((dir) => {
      writeFileSync(join(dir, 'evidence', 'more.json'), '{"mean_ms": 1}');
      writeChecksums(dir);
    });
    expect(said.program).toContain('evidence/more.json is evidence that the bundle does not list');
    expect(said.standalone).toContain('evidence/more.json: is evidence');
  });

  it.each([
    [
      'another flag',
      (text: string) => text.replace('"peer_reviewed": false', '"peer_reviewed": true'),
    ],
    ['one flag twice', (text: string) => text.replace('{', '{"peer_reviewed": true,')],
  ])('is named where the manifest of the package has %s', (_, change) => {
    const said = afterChange((dir) => {
      edit('package_manifest.json', change)(dir);
      writeChecksums(dir);
    });
    expect(said.program).toContain('package_manifest.json');
    expect(said.standalone).toContain('package_manifest.json');
  });

  it('is told of where the program that goes with it is another', () => {
    const said = afterChange((dir) => {
      writeFileSync(join(dir, 'verify.mjs'), "console.log('No problem was found.');\n");
      writeChecksums(dir);
    });
    expect(said.program).toContain('is not the one that goes with this program');
  });

  it('is named where a draft holds a control character', () => {
    const said = afterChange((dir) => {
      edit('paper.md', (text) => `${text}\0`)(dir);
      writeChecksums(dir);
    });
    expect(said.program).toContain('U+0000');
    expect(said.standalone).toMatch(/paper\.md: holds/);
  });

  it.each([
    ['CITATION.cff', (text: string) => text.replace(/^title: .*$/m, 'title: "Proof that P is NP"')],
    [
      'datacite.json',
      (text: string) =>
        text.replace(/"nameType": "Organ/, '"orcid": "0000-0001", "nameType": "Organ'),
    ],
    [
      'ro-crate-metadata.json',
      (text: string) => text.replace(/"name": "(?=[^"]+",\s+"desc)/, '$&No '),
    ],
    ['references.bib', (text: string) => text.replace('not peer-reviewed', 'Nature 1, 2')],
  ])('is named where %s says what its metadata does not', (file, change) => {
    const said = afterChange((dir) => {
      edit(file, change)(dir);
      writeChecksums(dir);
    });
    expect(said.program).toContain(`${file} says something else than metadata.json`);
  });

  it('is named where what is said of the release claims a review or an author, in every file alike', () => {
    const said = afterChange((dir) => {
      const manifest = JSON.parse(readFileSync(join(dir, 'package_manifest.json'), 'utf8'));
      const { publication, paper_id: id } = manifest;
      publication.license.description = 'Free to use; this paper was peer-reviewed.';
      writeFileSync(join(dir, 'package_manifest.json'), JSON.stringify(manifest));
      rmSync(join(dir, 'references.bib'));
      writeCitations(dir, { ...describedBy(dir, id), publication });
      writeCrate(dir, describedBy(dir, id));
      writeChecksums(dir);
    });
    expect(said.program).toContain('publication.license.description says “');
    expect(said.program).not.toContain('something else');
  });

  it('is named where what cites it is gone', () => {
    const said = afterChange((dir) => {
      rmSync(join(dir, 'datacite.json'));
      writeChecksums(dir);
    });
    expect(said.program).toContain('datacite.json is missing');
  });

  it('prints no line of its own by the name of a file', () => {
    const dir = mkdtempSync(join(sandbox.root, 'forged-'));
    cpSync(folder, dir, { recursive: true });
    writeFileSync(join(dir, 'a\nNo problem was found.\n\u001b[2J'), '');
    const { status, stdout } = spawnSync(process.execPath, ['verify.mjs'], {
      cwd: dir,
      encoding: 'utf8',
    });
    rmSync(dir, { recursive: true, force: true });
    expect(status).toBe(1);
    expect(stdout.split('\n')).not.toContain('No problem was found.');
    expect(stdout).not.toContain('\u001b');
  });

  it('is not read where a line is longer than any of a paper', () => {
    const { lines, problems } = readMarkdownDraft(`# Title\n${'x '.repeat(600_000)}\n`, []);
    expect(lines.map(({ text }) => text)).toEqual(['Title']);
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining('1,000,000') }]);
  });

  it('is refused by the checksums that an import asks', () => {
    const dir = mkdtempSync(join(sandbox.root, 'forged-'));
    cpSync(folder, dir, { recursive: true });
    const sum = sha256(readFileSync(join(dir, 'paper.md'), 'utf8'));
    edit('SHA256SUMS', (text) => `${text}${sum}  paper.md\n`)(dir);
    expect(checksumProblems(dir)).toEqual(['paper.md is twice in SHA256SUMS']);
    rmSync(dir, { recursive: true, force: true });
  });
});
