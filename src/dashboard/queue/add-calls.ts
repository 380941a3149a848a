/** Reading what somebody has, trying it on the intake, and adding exactly what was shown. */
import { newKey } from '../acts/acts.ts';
import { ask, type Failure, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import {
  type Adding,
  emptyAdding,
  type Idea,
  type IdeaField,
  ideaOfForm,
  sortProblems,
} from './adding.ts';

/** What the page may ask. */
export interface AddCalls {
  /** Something else is written: what was understood before is not shown any more. */
  write(part: Partial<Pick<Adding, 'by' | 'form' | 'text' | 'kind'>>): void;
  /** A field of the form is filled in; what stands in the others stays. */
  fill(name: IdeaField, value: string): void;
  /** Says what would be added; adds nothing. */
  preview(): void;
  /** Adds what the preview shows. */
  add(): void;
  /** Begins again. */
  clear(): void;
}

/** Of the source of a batch, in the audit log. */
const source = 'dashboard';

/** What an answer told of what was written before; one under way is not waited for. */
const emptyAnswer = {
  phase: 'writing',
  reply: null,
  words: null,
  problems: [],
  fields: {},
  key: '',
} as const;

/** The preview that is shown is what is added: what is written afterwards asks for another. */
export function createAddCalls(session: Session): AddCalls {
  const now = (): Adding => stateOf(session).adding ?? emptyAdding;
  const change = (part: Partial<Adding>): void => note(session, { adding: { ...now(), ...part } });
  const fail = (answer: Failure): void => {
    const isKnown = answer.status !== null;
    const problems = sortProblems(answer.problem?.errors ?? []);
    const words = isKnown
      ? failureWords(answer)
      : `Whether they were added is not known: ${answer.why}. Press again: nothing is added twice.`;
    change({ phase: isKnown || now().reply === null ? 'failed' : 'read', words, ...problems });
  };
  const send = (ideas: readonly Idea[], { key, isDry }: { key: string; isDry: boolean }) =>
    ask(
      session.api.post('/control/api/intake/ideas', {
        body: {
          idempotency_key: key,
          source,
          requested_by: 'dashboard',
          dry_run: isDry,
          ideas: [...ideas],
        },
      }),
    );
  const understood = async (key: string): Promise<readonly Idea[] | null> => {
    const { by, form, text, kind } = now();
    if (by === 'form') return [ideaOfForm(form)];
    const body = { name: `pasted.${kind}`, text };
    const answer = await ask(session.api.post('/control/api/v1/intake/read', { body }));
    if (isLost(session, answer) || now().key !== key) return null;
    if (answer.kind === 'failed') {
      fail(answer);
      return null;
    }
    const { ideas = [], problems = [] } = answer.told;
    const known = problems.map(({ line = null, message = 'is wrong' }) => ({ line, message }));
    if (known.length === 0 && ideas.length > 0) return ideas as readonly Idea[];
    const more = (answer.told.problem_count ?? 0) - known.length;
    const words =
      known.length === 0
        ? 'There is no idea in it.'
        : `Nothing of it can be added as it is.${more > 0 ? ` Not listed: ${more} more.` : ''}`;
    change({ phase: 'failed', problems: known, words, ideas: ideas as readonly Idea[] });
    return null;
  };
  const preview = async (): Promise<void> => {
    const key = newKey();
    change({
      phase: 'reading',
      key,
      reply: null,
      words: null,
      problems: [],
      fields: {},
      ideas: [],
    });
    const ideas = await understood(key);
    if (ideas === null) return;
    const answer = await send(ideas, { key, isDry: true });
    if (isLost(session, answer) || now().key !== key) return;
    if (answer.kind === 'ok') change({ phase: 'read', ideas, reply: answer.told });
    else fail(answer);
  };
  const add = async (): Promise<void> => {
    const { phase, ideas, key } = now();
    if (phase !== 'read') return;
    change({ phase: 'adding', words: null });
    const answer = await send(ideas, { key, isDry: false });
    if (isLost(session, answer) || now().key !== key) return;
    if (answer.kind === 'ok') {
      change({ ...emptyAdding, by: now().by, phase: 'added', reply: answer.told });
      session.done();
    } else fail(answer);
  };
  const write: AddCalls['write'] = (part) => {
    // What is being added is what was shown.
    if (now().phase === 'adding') return;
    change({ ...emptyAnswer, ...part });
  };
  return {
    write,
    fill: (name, value) => write({ form: { ...now().form, [name]: value } }),
    preview: () => void preview(),
    add: () => void add(),
    clear: () => note(session, { adding: { ...emptyAdding, by: now().by } }),
  };
}
