/** Findings of lint or audit as SARIF 2.1.0, which editors and code-hosting services show beside the text. */
import { relative, resolve } from 'node:path';
import { productTitle } from '../../domain/product.ts';
import { findPaperFolders } from '../folders.ts';
import type { Finding } from './types.ts';

/** The findings that lie in a package; `findings-file.ts` makes them. */
export const findingsFile = 'findings.sarif';

/** What one check found. */
interface SarifCheck {
  /** `lint` or `audit`; part of the driver's name. */
  readonly check: string;
  readonly rules: readonly {
    readonly id: string;
    readonly sentence: string;
    readonly fix: string;
  }[];
  readonly papers: readonly { readonly slug: string; readonly findings: readonly Finding[] }[];
}
interface SarifInput {
  readonly version: string;
  /** Folder that was looked at; places are relative to it. */
  readonly path: string;
  readonly checks: readonly SarifCheck[];
}

/** A log with one run a check. */
export function toSarif({ version, path, checks }: SarifInput): object {
  const base = resolve(path);
  const folders = new Map(
    findPaperFolders(path).map(({ slug, dir }) => [slug, relative(base, dir)]),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: checks.map((check) => toRun(check, version, folders)),
  };
}

/** Every rule, and one result a finding. A finding about a whole file has no region. */
function toRun(
  { check, rules, papers }: SarifCheck,
  version: string,
  folders: ReadonlyMap<string, string>,
): object {
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  const results = papers.flatMap(({ slug, findings }) =>
    findings.map((finding) => {
      const index = places.get(finding.rule);
      return {
        ruleId: finding.rule,
        ...(index === undefined ? {} : { ruleIndex: index }),
        level: 'error',
        message: { text: `${finding.excerpt}\n${finding.fix}` },
        locations: [{ physicalLocation: placeOf(folders.get(slug) ?? '', finding) }],
      };
    }),
  );
  return {
    tool: {
      driver: {
        name: `${productTitle} ${check}`,
        semanticVersion: version,
        rules: rules.map(({ id, sentence, fix }) => ({
          id,
          shortDescription: { text: sentence },
          help: { text: `${fix[0]?.toUpperCase()}${fix.slice(1)}.` },
        })),
      },
    },
    columnKind: 'utf16CodeUnits',
    results,
  };
}

function placeOf(folder: string, { file, line }: Finding): object {
  const uri = [...folder.split(/[/\\]/), ...file.split('/')]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/');
  return { artifactLocation: { uri }, ...(line > 0 ? { region: { startLine: line } } : {}) };
}
