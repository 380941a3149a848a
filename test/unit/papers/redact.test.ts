/** What is taken out of evidence and notes, and what is left; the samples are put together here, so that no scanner takes them for real. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectedFile } from '../../../src/domain/collected-evidence.ts';
import { redactText, redactValue } from '../../../src/lib/redact.ts';
import { gatherInput } from '../../../src/papers/artifacts.ts';
import { auditPaper } from '../../../src/papers/audit/audit.ts';
import { buildBundle } from '../../../src/papers/evidence/bundle.ts';
import { listFiles } from '../../../src/papers/staging.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, putFile, sampleDecision, sampleFiles, sampleRunId } from './support.ts';

const some = (count: number): string => 'aB3dE5gH7jK9'.repeat(20).slice(0, count);
const upper = (count: number): string => some(count).toUpperCase();
const home = (name: string, folder = 'home'): string => ['', folder, name].join('/');
const pem = (kind: string): string =>
  ['BEGIN', 'END']
    .map((word) => `-----${word} ${kind}PRIVATE KEY-----`)
    .join(`\n${some(64)}\n${some(30)}==\n`);

/** Text, what must be gone, and the rule that says so. */
const guilty: readonly [text: string, gone: string, rule: string][] = [
  [pem('RSA '), some(64), 'private_key'],
  [JSON.stringify({ key: pem('') }), some(64), 'private_key'],
  [pem('OPENSSH ').split('-----END')[0] ?? '', some(64), 'private_key'],
  [`Proc-Type: 4,ENCRYPTED\n${pem('EC ')}`, some(64), 'private_key'],
  [`curl -H "Authorization: Bearer ${some(40)}"`, some(40), 'bearer_token'],
  [`authorization: basic ${some(24)}==`, some(24), 'bearer_token'],
  [`token eyJ${some(20)}.eyJ${some(30)}.${some(43)}`, some(30), 'json_web_token'],
  [`key ${'AKIA'}${upper(16)} is used`, upper(16), 'aws_key'],
  [`${'ASIA'}${upper(16)}`, upper(16), 'aws_key'],
  [`aws_secret_access_key = ${some(20)}/+${some(18)}`, some(18), 'named_secret'],
  [`${'AIza'}${some(35)}`, some(35), 'google_key'],
  [`${'ya29'}.${some(40)}`, some(40), 'google_key'],
  [`DefaultEndpointsProtocol=https;AccountKey=${some(86)}==;x`, some(86), 'azure_key'],
  [`https://a.blob.core.windows.net/c?sv=1&sig=${some(40)}%3D`, some(40), 'azure_key'],
  [`${'xoxb'}-12345678-${some(20)}`, some(20), 'slack_token'],
  [`https://${'hooks.slack'}.com/services/T00/B00/${some(20)}`, some(20), 'slack_token'],
  [`${'ghp'}_${some(36)}`, some(36), 'provider_key'],
  [`${'github_pat'}_${some(40)}`, some(40), 'provider_key'],
  [`${'glpat'}-${some(20)}`, some(20), 'provider_key'],
  [`${'sk'}-${some(40)}`, some(40), 'provider_key'],
  [`OPENAI_API_KEY=${'sk'}-proj-${some(40)}`, some(40), 'provider_key'],
  [`${'sk'}-ant-api03-${some(40)}`, some(40), 'provider_key'],
  [`${'hf'}_${some(34)}`, some(34), 'provider_key'],
  [`${'nvapi'}-${some(40)}`, some(40), 'provider_key'],
  [`https://discord.com/api/webhooks/1234567/${some(40)}`, some(40), 'webhook'],
  ['postgres://robot:geheim@db/results', 'geheim', 'url_credentials'],
  [`https://:${some(20)}@registry/x`, some(20), 'url_credentials'],
  [`{"token": "${some(32)}"}`, some(32), 'named_secret'],
  [`{\\"token\\": \\"${some(32)}\\"}`, some(32), 'named_secret'],
  [`{"api_key": "${some(12)}"}`, some(12), 'named_secret'],
  ['{"password": "correct horse"}', 'correct horse', 'named_secret'],
  ['DB_PASSWORD=hunter22', 'hunter22', 'named_secret'],
  ["client_secret: 'a,b;c d'", 'a,b;c d', 'named_secret'],
  ['{"db_passwd" : "12345678"}', '12345678', 'named_secret'],
  ['Run by jane.doe+lab@uni-ulm.de.', 'jane.doe', 'email'],
  ['Measured on 192.168.3.17, then', '192.168.3.17', 'ip_address'],
  ['ssh node@203.0.113.9', '203.0.113.9', 'ip_address'],
  ['{"host": "84.12.4.7"}', '84.12.4.7', 'ip_address'],
  ['at 2001:db8:85a3::8a2e:370:7334 port 80', '8a2e', 'ip_address'],
  [`${home('jane')}/results and`, 'jane', 'home_path'],
  [`${home('jane.doe', 'Users')}/x`, 'jane', 'home_path'],
  ['{"path": "C:\\\\Users\\\\Jane Doe\\\\x"}', 'Jane', 'home_path'],
];

const innocent: readonly string[] = [
  'The tokens per second rose; token: the first one read.',
  '{"max_tokens": 4096, "pad_token": "<|endoftext|>", "token": "Hello", "tokenizer": "gpt2-medium-128k-base"}',
  '{"eos_token": "</s>", "bos_token_id": 1, "n_tokens": 9007199254740991}',
  'nvidia-cublas-cu12==12.4.5.8 and torch 2.4.0',
  '{"driver": "535.183.01", "version": "10.3.5.147"}',
  'listening on 127.0.0.1:8080 and 0.0.0.0',
  'The password was wrong. The secret: patience. Secret sharing needs a key.',
  '{"password": null, "secret": false, "api_key": "", "secret_entropy": 0.93}',
  '{"api_key": "<your key>", "token": "%API_TOKEN%", "password": "***"}',
  'sk-learn-and-other-libraries were used',
  'std::vector<int>, at 12:30:45, mac 00:1a:2b:3c:4d:5e',
  'mail to user@example.com or git@github.com:a/b.git',
  'https://github.com/a/b, http://localhost:8080/x@y',
  `${home('user')}/x, /usr/home, C:\\Users\\Public\\x`,
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '550e8400-e29b-41d4-a716-446655440000 took 8.12 ms at seed 17',
  'Basic blocks and bearer channels; basic understanding of things',
  'AKIAIOSFODNN is short',
];

describe('redaction', () => {
  it.each(guilty)('%s', (text, gone, rule) => {
    const { text: left, redactions } = redactText(text);
    expect(left).not.toContain(gone);
    expect(left).toContain('(redacted)');
    expect(redactions.map((entry) => entry.rule)).toContain(rule);
    expect(JSON.stringify(redactions)).not.toContain(gone);
    expect(redactText(left).redactions).toEqual([]);
  });
  it.each(innocent)('leaves “%s”', (text) => {
    expect(redactText(text)).toEqual({ text, redactions: [] });
  });
  it('keeps the lines, the numbers and the shape of JSON, and names kind and place', () => {
    const value = {
      loss: 0.25,
      seed: 17,
      notes: `mail a.b@uni.de\nkey ${'hf'}_${some(30)}`,
      api_key: some(20),
    };
    const { text, redactions } = redactText(JSON.stringify(value, null, 1));
    expect(JSON.parse(text)).toEqual({
      loss: 0.25,
      seed: 17,
      notes: 'mail (redacted)\nkey (redacted)',
      api_key: '(redacted)',
    });
    expect(redactions).toEqual([
      { rule: 'provider_key', count: 1, lines: [4] },
      { rule: 'named_secret', count: 1, lines: [5] },
      { rule: 'email', count: 1, lines: [4] },
    ]);
    const long = redactText(
      `a\n${pem('')}\n${home('jane')}/x ${home('jane')}/y\n${home('jane')}/z`,
    );
    expect(long.redactions).toEqual([
      { rule: 'private_key', count: 1, lines: [2] },
      { rule: 'home_path', count: 3, lines: [6, 7] },
    ]);
    expect(long.text.split('\n')).toHaveLength(7);
  });
  it('goes through all texts of a value', () => {
    expect(redactValue({ a: [`${home('jane')}/x`, 1, null], b: true })).toEqual({
      a: ['/home/(redacted)/x', 1, null],
      b: true,
    });
  });
});

describe('a paper whose record and notes hold secrets', () => {
  it('holds none of them, and says in the bundle what was taken out where', async () => {
    const secret = `${'ghp'}_${some(36)}`;
    const decision = {
      ...sampleDecision,
      summary: `Ask jane@uni.de for ${secret}. The comparison is clear.`,
    };
    const sandbox = createSandbox({
      ...sampleFiles,
      'run_notes.md': `# Notes\n\nRun with ${secret} by jane@uni.de in ${home('jane')}/x.\n`,
      '.orrery/project_decision.json': JSON.stringify(decision, null, 2),
      'results/rows.csv': `host,loss\n192.168.3.17,0.5\n${secret},0.25\n`,
    });
    putFile(
      sandbox.projectDir,
      'results/wide.json',
      Buffer.from(`\uFEFF{"a": "${secret}"}`, 'utf16le'),
    );
    await sandbox.write({
      decision,
      hypothesis: `It works with ${secret}.`,
      projectName: 'Memory of jane@uni.de',
    });
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
    const { projectDir } = sandbox;
    const ids = { paperId: 'p--draft', projectId: 'p', runId: 'p-1', createdAt: '2026-01-01' };
    const { bundle, copies } = buildBundle({ projectDir, ...ids });
    const all = listFiles(sandbox.paperDir).map((path) =>
      readFileSync(join(sandbox.paperDir, path), 'utf8'),
    );
    for (const text of all) expect(text).not.toMatch(/jane|192\.168|aB3dE5/);
    expect(copies.map(({ file }) => file.path)).not.toContain('results/wide.json');
    expect(bundle.unavailable).toEqual([
      expect.objectContaining({ path: 'results/wide.json', reason: 'omitted' }),
    ]);
    expect(bundle.redactions).toContainEqual({
      path: 'results/rows.csv',
      rule: 'ip_address',
      count: 1,
      lines: [2],
    });
    expect(bundle.redactions).toContainEqual({
      path: 'run_notes.md',
      rule: 'email',
      count: 1,
      lines: [3],
    });
    expect(bundle.metrics).toContainEqual(
      expect.objectContaining({ pointer: '/1/loss', value: 0.25 }),
    );
    sandbox.dispose();
  });

  it('have no file with a secret as its name, and say so without it', async () => {
    const token = `${'ghp'}_${some(36)}`;
    const own = 'a-token-of-the-configuration';
    const sandbox = createSandbox({
      ...sampleFiles,
      [`results/${token}.json`]: '{"loss": 0.5}',
      [`results/${token}7.json`]: '{"loss": 0.75}',
      [`results/${own}/summary.json`]: '{"loss": 0.25}',
    });
    const { bundle, copies } = gatherInput(sandbox.input({ secrets: [own] })).built;
    expect(bundle.unavailable).toEqual([
      { path: 'results/[redacted]/summary.json', reason: 'redacted' },
      { path: 'results/(redacted).json', reason: 'redacted' },
      { path: 'results/(redacted).json', reason: 'redacted' },
    ]);
    expect(bundle.limitations).toContain(
      'results/(redacted).json has a secret in its name and was left out',
    );
    expect(copies.length).toBeGreaterThan(2);
    await sandbox.write({ secrets: [own] });
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
    expect(auditPaper(sandbox.paperDir)).toMatchObject({ verdict: 'strict_pass' });
    expect(JSON.stringify([bundle, copies.map(({ file }) => file)])).not.toMatch(/ghp_|a-token/);
    sandbox.dispose();
  });

  it('that belong to an earlier fetch are named without it, too', async () => {
    const token = `${'ghp'}_${some(36)}`;
    const sandbox = createSandbox({
      ...sampleFiles,
      [collectedFile(sampleRunId)]: JSON.stringify({
        run_id: sampleRunId,
        started_at: null,
        files: [],
        failed: [{ path: `results/${token}.json`, reason: 'too_large' }],
        error: null,
      }),
    });
    const { projectDir } = sandbox;
    const ids = { paperId: 'p', projectId: 'p', runId: sampleRunId, createdAt: '2026-01-01' };
    expect(buildBundle({ projectDir, ...ids }).bundle.limitations).toContain(
      'results/(redacted).json was not fetched: too_large',
    );
    sandbox.dispose();
  });
});
