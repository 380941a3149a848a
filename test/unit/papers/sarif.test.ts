/** SARIF 2.1.0: the members that its schema requires, and places that lead to the files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditCorpus } from '../../../src/papers/audit/audit.ts';
import { auditRules } from '../../../src/papers/audit/rules.ts';
import { lintCorpus } from '../../../src/papers/lint/lint.ts';
import { lintRules } from '../../../src/papers/lint/rules/all.ts';
import { toSarif } from '../../../src/papers/lint/sarif.ts';
import { createSandbox, type Sandbox } from './support.ts';

interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly semanticVersion: string;
        readonly rules: readonly { readonly id: string }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({});
  const dir = join(sandbox.root, 'corpus', 'papers', 'a paper');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'paper.md'), '# T\n\n> AI-generated.\n\nThe value is TBD.\n');
});
afterAll(() => sandbox.dispose());

/** The members that the schema of SARIF 2.1.0 requires of a log, a run, a tool, a rule and a result. */
function expectSarif(log: Log): void {
  expect(log.version).toBe('2.1.0');
  expect(log.$schema).toMatch(/sarif-2\.1\.0/);
  expect(log.runs).toHaveLength(1);
  for (const { tool, results } of log.runs) {
    expect(tool.driver.name).toMatch(/^Orrery (?:lint|audit)$/);
    expect(tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+/);
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(ids[ruleIndex]).toBe(ruleId);
      expect(level).toBe('error');
      expect(message.text).not.toBe('');
      for (const { physicalLocation } of locations) {
        expect(() => new URL(physicalLocation.artifactLocation.uri, 'file:///x/')).not.toThrow();
        expect(physicalLocation.region?.startLine ?? 1).toBeGreaterThanOrEqual(1);
      }
    }
  }
}

describe('SARIF', () => {
  it('names the line of a finding, and no line of one about a file', () => {
    const path = join(sandbox.root, 'corpus');
    const { papers } = lintCorpus(path);
    const log = toSarif({
      version: '0.1.0',
      path,
      checks: [{ check: 'lint', rules: lintRules, papers }],
    }) as Log;
    expectSarif(log);
    const results = log.runs[0]?.results ?? [];
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: 'placeholder_marker',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'papers/a%20paper/paper.md' },
              region: { startLine: 5 },
            },
          },
        ],
      }),
    );
    const missing = results.find(({ ruleId }) => ruleId === 'missing_file');
    expect(missing?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'papers/a%20paper/metadata.json' },
    });
  });
  it('is made of an audit and of one paper too', () => {
    const path = join(sandbox.root, 'corpus', 'papers', 'a paper');
    const { papers } = auditCorpus(path);
    const log = toSarif({
      version: '0.1.0',
      path,
      checks: [{ check: 'audit', rules: auditRules, papers }],
    }) as Log;
    expectSarif(log);
    expect(log.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      'claim_ledger.json',
    );
  });
});
