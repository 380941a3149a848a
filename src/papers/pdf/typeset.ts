/**
 * Makes the PDF of a paper: Typst, in this process. It does not return before it is done, so only processes
 * of their own call it. Nothing is read but the source and fonts; a failure is a reason, not an error.
 */
import { createRequire } from 'node:module';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { limits } from '../../domain/limits.ts';
import { codePointFamily, makeCodePointFont } from '../render/code-point-font.ts';

/** A PDF with what made it, or why there is none, in words. */
export type Typeset =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly facts: TypesetFacts;
    }
  | { readonly ok: false; readonly reason: string };

/** Goes into the manifest of the paper. */
export interface TypesetFacts {
  /** Name and version of the compiler, as the PDF itself says. */
  readonly maker: string;
  /** What it conforms to and was refused for otherwise. */
  readonly conformance: readonly string[];
  /** Names of the fonts within it, sorted. */
  readonly fonts: readonly string[];
  /** Those of them that the compiler did not bring: with other fonts a machine makes other bytes. */
  readonly machineFonts: readonly string[];
  /** Characters that no font of the machine has; their code points are drawn. */
  readonly drawnAsCodes: string;
}

/** Makes a PDF of a Typst source, dated as the source says and so with the same bytes at any time. */
export type Typesetter = (source: string) => Typeset;

/** The file declares the last; the others are only enforced, as a file may declare one alone. */
const standards = [
  { id: 'ua-1', name: 'PDF/UA-1' },
  { id: 'a-2a', name: 'PDF/A-2a' },
] as const;

/** Nothing lies there: the compiler may read below it and nowhere else. */
const workspace = '/nonexistent';

type Compiler = Pick<NodeCompiler, 'compile' | 'pdf' | 'fetchDiagnostics' | 'evictCache'>;
interface TypstModule {
  readonly NodeCompiler: typeof NodeCompiler;
}

/** Says whether the compiler can be loaded here: null, or why not. */
export function whyNoTypesetter(): string | null {
  try {
    loadTypst();
    return null;
  } catch (error) {
    return `Typst cannot be loaded on ${process.platform} ${process.arch}: ${(error as Error).message}`;
  }
}

const loadTypst = (): TypstModule =>
  createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler') as TypstModule;

/** One a process, since it looks for the fonts of the machine when it is made. */
let kept: Compiler | null = null;

/** Compiles; where characters have no font, once more with one that draws their codes. */
export const typeset: Typesetter = (source) => {
  if (source.length > limits.typesetCharsMax)
    return {
      ok: false,
      reason: `the paper is too long to be typeset: ${source.length} characters of source, at most ${limits.typesetCharsMax}`,
    };
  const absent = whyNoTypesetter();
  if (absent !== null) return { ok: false, reason: absent };
  try {
    kept ??= loadTypst().NodeCompiler.create({ workspace });
    const first = attempt(kept, source);
    if (first.ok || first.uncovered === '') return first.ok ? finish(first, '') : first;
    const codes = makeCodePointFont(pointsOf(first.uncovered));
    const compiler = loadTypst().NodeCompiler.create({
      workspace,
      fontArgs: [{ fontBlobs: [codes] }],
    });
    const second = attempt(compiler, source);
    return second.ok ? finish(second, first.uncovered) : second;
  } catch (error) {
    return {
      ok: false,
      reason: `Typst failed: ${(error as Error).message.slice(0, reasonCharsMax)}`,
    };
  }
};

const reasonCharsMax = 300;

type Attempt =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string; readonly uncovered: string };

function attempt(compiler: Compiler, source: string): Attempt {
  try {
    const compiled = compiler.compile({ mainFileContent: source });
    const document = compiled.result;
    if (document === null) {
      const error = compiled.takeError();
      const [first] = error === null ? [] : compiler.fetchDiagnostics(error);
      return refused((first as { message?: string } | undefined)?.message ?? 'no document');
    }
    let bytes: Buffer = Buffer.alloc(0);
    for (const { id } of standards) bytes = compiler.pdf(document, { pdfStandard: id });
    return { ok: true, bytes };
  } catch (error) {
    return refused((error as Error).message);
  } finally {
    // What it remembers of a paper would stay for good.
    compiler.evictCache(0);
  }
}

const refused = (message: string): Attempt => ({
  ok: false,
  reason: `Typst failed: ${message.slice(0, reasonCharsMax)}`,
  uncovered: uncoveredIn(message),
});

/** The characters that the compiler says no font can show. */
function uncoveredIn(message: string): string {
  // Twice written as Rust writes strings: once for the text, once for the message that holds it.
  const texts = [...message.matchAll(/the text `\\"([^`]+)\\"` could not be displayed/g)].map(
    ([, text = '']) => unescapeRust(unescapeRust(text)),
  );
  return [...new Set(texts.flatMap((text) => Array.from(text)))].sort().join('');
}

const unescapeRust = (text: string): string =>
  text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|(.))/g, (_, hex: string | undefined, mark: string) =>
    hex === undefined ? mark : String.fromCodePoint(Number.parseInt(hex, 16)),
  );

const pointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);

function finish({ bytes }: { readonly bytes: Buffer }, drawnAsCodes: string): Typeset {
  const text = bytes.toString('latin1');
  const fonts = [...text.matchAll(/\/BaseFont\s*\/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name = '']) =>
    name.replace(/-Identity-H$/, ''),
  );
  const names = [...new Set(fonts)].filter((name) => !name.startsWith(ownFont)).sort();
  return {
    ok: true,
    bytes,
    facts: {
      maker: /Typst \d+\.\d+\.\d+/.exec(text)?.[0] ?? 'Typst',
      conformance: standards.map(({ name }) => name),
      fonts: names,
      machineFonts: names.filter((name) => !broughtFonts.test(name)),
      drawnAsCodes,
    },
  };
}

/** Fonts that are part of the compiler. */
const broughtFonts = /^(?:LibertinusSerif|NewCM|DejaVuSansMono)/;
const ownFont = codePointFamily.replaceAll(' ', '');
