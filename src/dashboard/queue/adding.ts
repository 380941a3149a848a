/** Ideas on their way into the queue: what was written, what was understood of it, and how far it is. Pure. */
import type { operations } from '../../client/schema.ts';
import type { Reply } from '../service/wire.ts';

/** An idea as the intake takes it. */
export type Idea =
  operations['intake.ideas']['requestBody']['content']['application/json']['ideas'][number];

/** Fields of the form, in its order; each is one of an idea. */
export const ideaFields = [
  'title',
  'hypothesis',
  'prompt',
  'priority',
  'workload_class',
  'machine_target',
  'tags',
] as const;
/** Of the form. */
export type IdeaField = (typeof ideaFields)[number];
type Form = Readonly<Record<IdeaField, string>>;

/** Kinds of text that are understood, by the ending that says so. */
export const textKinds = {
  md: 'Markdown: one idea',
  csv: 'CSV: one idea a row',
  json: 'JSON',
  jsonl: 'JSON Lines: one idea a line',
} as const;
/** An ending. */
export type TextKind = keyof typeof textKinds;

/** What is wrong where; without a line it is about all of it. */
export interface IdeaProblem {
  readonly line: number | null;
  readonly message: string;
}

/** All of it; what was written stays when the page is left. */
export interface Adding {
  readonly by: 'form' | 'text';
  readonly form: Form;
  readonly text: string;
  readonly kind: TextKind;
  readonly phase: 'writing' | 'reading' | 'read' | 'adding' | 'added' | 'failed';
  /** What was understood; empty while nothing was. */
  readonly ideas: readonly Idea[];
  readonly problems: readonly IdeaProblem[];
  /** What is wrong with fields of the form. */
  readonly fields: Readonly<Partial<Record<IdeaField, string>>>;
  /** What the intake would do, or did. */
  readonly reply: Reply<'intake.ideas'> | null;
  readonly words: string | null;
  /** So that a repeat of what nobody answered adds nothing twice. */
  readonly key: string;
}

const emptyForm = Object.fromEntries(ideaFields.map((name) => [name, ''])) as Record<
  IdeaField,
  string
>;

/** Nothing written yet. */
export const emptyAdding: Adding = {
  by: 'form',
  form: emptyForm,
  text: '',
  kind: 'md',
  phase: 'writing',
  ideas: [],
  problems: [],
  fields: {},
  reply: null,
  words: null,
  key: '',
};

/** The kind that a file says it is of; null: of none that is understood. */
export function kindOfFile(name: string): TextKind | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (ending === 'markdown') return 'md';
  if (ending === 'ndjson') return 'jsonl';
  return Object.hasOwn(textKinds, ending) ? (ending as TextKind) : null;
}

/** The kind that a pasted text looks like; Markdown, where it looks like nothing else. */
export function kindOfText(text: string): TextKind {
  const begin = text.trimStart();
  const first = begin.slice(0, begin.indexOf('\n') < 0 ? undefined : begin.indexOf('\n')).trim();
  if (begin.startsWith('[')) return 'json';
  if (begin.startsWith('{'))
    return isJson(first) && first.length < begin.trim().length ? 'jsonl' : 'json';
  return first.split(',').some((cell) => cell.trim() === 'title') ? 'csv' : 'md';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function fieldValue(name: IdeaField, value: string): string | number | string[] {
  if (name === 'prompt' || name === 'hypothesis') return value;
  const text = value.trim();
  if (name === 'priority' && /^\d{1,15}$/.test(text)) return Number(text);
  if (name !== 'tags') return text;
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The form as an idea; fields that are empty were not given. */
export function ideaOfForm(form: Form): Idea {
  const given = Object.entries(form).filter(([, value]) => value.trim() !== '');
  const idea = Object.fromEntries(
    given.map(([name, value]) => [name, fieldValue(name as IdeaField, value)]),
  );
  // What each field may be is for the service to say; it names every one at fault.
  return { title: '', ...idea };
}

/** Members of a refused body by the field of the form they are of; others as sentences. */
export function sortProblems(
  errors: readonly { readonly path: string; readonly message: string }[],
): Pick<Adding, 'fields' | 'problems'> {
  const fields: Partial<Record<IdeaField, string>> = {};
  const problems: IdeaProblem[] = [];
  for (const { path, message } of errors) {
    const name = path.replace(/^ideas\[\d{1,6}\]\.?/, '').split(/[.[]/)[0];
    const field = ideaFields.find((each) => each === name);
    if (field === undefined) problems.push({ line: null, message: `${path}: ${message}` });
    else fields[field] ??= message;
  }
  return { fields, problems };
}
