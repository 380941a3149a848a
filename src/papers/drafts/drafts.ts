/** Earlier drafts of a paper: each is kept when another takes its place, and is held against the present one. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashBytes, readFileBytes, readObjectFile } from '../read.ts';
import { propertiesOf } from '../render/properties.ts';
import { replaceFile } from '../staging.ts';
import { compareTexts, type DraftChange } from './draft-changes.ts';

/** As many of one paper are kept; the oldest go first. */
export const keptDraftsMax = 20;

/** A text of the paper; `written_at` is null where its metadata does not say. */
interface Draft {
  readonly sha256: string;
  readonly written_at: string | null;
}
interface KeptDraft extends Draft {
  readonly markdown: string;
}

/** The present draft, earlier ones with the newest first, and what became of one of them. */
export interface Drafts {
  readonly now: Draft;
  readonly earlier: readonly Draft[];
  /** Null where there is no earlier one, or none of the hash that was asked for. */
  readonly since:
    | (Draft & {
        readonly unchanged: number;
        readonly changes: readonly DraftChange[];
        readonly left_out: number;
      })
    | null;
}

/** Beside the folder of the paper, in none that is taken for a paper or for evidence. */
const draftsDir = (paperDir: string): string =>
  join(dirname(paperDir), `.drafts-${basename(paperDir)}`);

/** Keeps the draft that `paperDir` holds, before another takes its place; does nothing where there is none. */
export function keepDraft(paperDir: string): void {
  const draft = readDraft(paperDir);
  if (draft === null) return;
  const dir = draftsDir(paperDir);
  mkdirSync(dir, { recursive: true });
  replaceFile(join(dir, `${draft.sha256}.json`), JSON.stringify(draft));
  for (const { sha256 } of keptIn(dir).slice(keptDraftsMax)) rmSync(join(dir, `${sha256}.json`));
}

/** Holds the present draft against an earlier one; the newest of these unless told. Null: there is none now. */
export function readDrafts(paperDir: string, from: string | null): Drafts | null {
  const now = readDraft(paperDir);
  if (now === null) return null;
  // After a crash the present one may be kept already.
  const kept = keptIn(draftsDir(paperDir)).filter(({ sha256 }) => sha256 !== now.sha256);
  const since = from === null ? kept[0] : kept.find(({ sha256 }) => sha256 === from);
  return {
    now: headOf(now),
    earlier: kept.map(headOf),
    since:
      since === undefined
        ? null
        : { ...headOf(since), ...compareTexts(since.markdown, now.markdown) },
  };
}

const headOf = ({ sha256, written_at }: Draft): Draft => ({ sha256, written_at });

function readDraft(paperDir: string): KeptDraft | null {
  const bytes = readFileBytes(join(paperDir, 'paper.md'));
  if (bytes === undefined) return null;
  const { generatedAt } = propertiesOf(readObjectFile(join(paperDir, 'metadata.json')) ?? {});
  return {
    sha256: hashBytes(bytes),
    written_at: generatedAt === '' ? null : generatedAt,
    markdown: bytes.toString('utf8'),
  };
}

/** The newest first; what is no draft is passed over. */
function keptIn(dir: string): KeptDraft[] {
  if (!existsSync(dir)) return [];
  const kept = readdirSync(dir).flatMap((name): KeptDraft[] => {
    const { sha256, written_at: at, markdown } = readObjectFile(join(dir, name)) ?? {};
    return name === `${String(sha256)}.json` && typeof markdown === 'string'
      ? [{ sha256: String(sha256), written_at: typeof at === 'string' ? at : null, markdown }]
      : [];
  });
  const order = (one: string | null, other: string | null): number =>
    (other ?? '').localeCompare(one ?? '');
  return kept.sort((one, other) => order(one.written_at, other.written_at));
}
