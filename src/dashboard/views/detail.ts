/** The pane of one queue item: state, reason, what an operator can do, its runs, what happened. */
import type { DetailCalls } from '../detail.ts';
import type { ItemDetail, ItemRun } from '../detail-model.ts';
import { ageOf, type Child, el, fill, mark } from '../dom.ts';
import { queueAddress, runsAddress } from '../places.ts';
import { isActive, type VerbState, type VerbWords, verbWords } from '../verbs.ts';
import { capital, endSentence, markOf, plainWord, spanText } from '../words.ts';
import { actParts, placeFocus } from './acts.ts';
import { drawEvents } from './events.ts';
import { empty } from './overview.ts';
import { chips } from './tags.ts';

const parts = ['head', 'why', 'answer', 'tags', 'verbs', 'act', 'runs'] as const;

/** The pane's frame; `drawDetail` fills it. Focus goes to its heading when it opens. */
export function detailPane(id: string): HTMLElement {
  return el(
    'aside',
    { class: 'detail', 'aria-labelledby': 'detail-title', 'data-detail': id },
    el(
      'div',
      { class: 'detail-bar' },
      el('h2', { id: 'detail-title', tabindex: '-1' }, id),
      el('a', { class: 'close', href: queueAddress(null), title: 'Close (Escape)' }, 'Close'),
    ),
    ...parts.map((name) => el('div', { 'data-part': name })),
    el('h3', {}, 'What happened to it'),
    el('div', { 'data-part': 'none' }),
    el('ol', { class: 'events narrow' }),
  );
}

/** Brings the pane up to date; what someone is typing stays. */
export function drawDetail(
  pane: HTMLElement,
  { facts, factsProblem, why, whyProblem, act }: ItemDetail,
  { calls, nowMs }: { readonly calls: DetailCalls; readonly nowMs: number },
): void {
  const part = (name: string): HTMLElement =>
    pane.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
  fill(part('head'), [facts && headKey(facts), factsProblem], () => [
    facts && headLine(facts),
    factsProblem === null ? null : el('p', { class: 'trouble' }, `${capital(factsProblem)}.`),
    facts === null && factsProblem === null ? empty('Loading…') : null,
  ]);
  fill(part('why'), [why, whyProblem], () => whyParts(why, whyProblem));
  const states = why?.verbs ?? null;
  const runId = isActive(facts?.status ?? null) ? (facts?.runs?.[0]?.id ?? 'its run') : null;
  const wordsOf = (verb: VerbState['verb']): VerbWords => verbWords(verb, runId);
  fill(part('act'), [act, runId], () =>
    actParts(act, wordsOf, { keep: () => calls.ask(null), sure: (verb) => calls.act(verb, null) }),
  );
  const canAnswer = states?.some(({ verb, whyNot }) => verb === 'answer' && whyNot === null);
  fill(part('answer'), canAnswer === true, () => [canAnswer === true ? answerField() : null]);
  const canEdit = states?.some(({ verb, whyNot }) => verb === 'edit' && whyNot === null);
  const tags = facts?.tags ?? [];
  fill(part('tags'), [canEdit === true, tags], () => [canEdit === true ? tagsField(tags) : null]);
  const busy = act?.phase === 'sending' || act?.phase === 'asked';
  fill(part('verbs'), [states, busy, runId], () =>
    states === null ? [] : verbParts({ states, busy, wordsOf, pane, calls }),
  );
  fill(part('runs'), facts?.runs ?? null, () => runParts(facts?.runs ?? null));
  fill(part('none'), [facts === null, facts?.events?.length === 0], () => [
    facts?.events?.length === 0 ? empty('The log says nothing of it.') : null,
  ]);
  drawEvents(
    pane.querySelector<HTMLElement>('.events')!,
    (facts?.events ?? []).slice(0, eventsMax),
    nowMs,
  );
  placeFocus(pane, act);
}

const eventsMax = 20;

type Facts = NonNullable<ItemDetail['facts']>;

const headKey = ({ title, status, flagged, nextStep, result, tags }: Facts) => [
  title,
  status,
  flagged,
  nextStep,
  result,
  tags,
];

function headLine({ title, status, flagged, nextStep, result, tags }: Facts): HTMLElement {
  return el(
    'div',
    { class: 'facts' },
    title === null ? null : el('p', { class: 'title' }, title),
    el(
      'p',
      { class: 'now' },
      status === null
        ? el('span', { class: 'unknown' }, 'not in the queue')
        : mark(markOf(status), plainWord(status)),
      flagged ? mark('person', 'held for review') : null,
    ),
    nextStep === null ? null : el('p', {}, el('b', {}, 'Next: '), endSentence(nextStep)),
    result === null ? null : el('p', { class: 'result' }, result),
    chips(tags, { page: 'queue', tags: [] }),
  );
}

function whyParts(why: ItemDetail['why'], problem: string | null): Child[] {
  const trouble = problem === null ? null : `Why is not known: ${problem}.`;
  return [
    why?.reason == null
      ? null
      : el(
          'p',
          { class: why.blocked ? 'why blocked' : 'why' },
          el('b', {}, 'Why: '),
          endSentence(why.reason),
          why.sinceMs === null ? null : ' For ',
          why.sinceMs === null ? null : ageOf(why.sinceMs, 'span'),
          why.sinceMs === null ? null : '.',
        ),
    why?.remedy == null
      ? null
      : el(
          'p',
          { class: 'remedy' },
          el('b', {}, 'What would change it: '),
          endSentence(why.remedy),
        ),
    trouble === null ? null : el('p', { class: 'trouble' }, trouble),
  ];
}

function answerField(): HTMLElement {
  return el(
    'label',
    { class: 'answer-field' },
    el('span', {}, 'Your answer to the agent'),
    el('textarea', { rows: '3', name: 'answer', maxlength: '200000', required: '' }),
  );
}

function tagsField(tags: readonly string[]): HTMLElement {
  return el(
    'label',
    { class: 'answer-field' },
    el('span', {}, 'Its tags, with commas between them'),
    el('input', {
      type: 'text',
      name: 'tags',
      value: tags.join(', '),
      maxlength: '2000',
      autocomplete: 'off',
      spellcheck: 'false',
    }),
  );
}

interface VerbListOptions {
  readonly states: readonly VerbState[];
  readonly busy: boolean;
  readonly wordsOf: (verb: VerbState['verb']) => VerbWords;
  readonly pane: HTMLElement;
  readonly calls: DetailCalls;
}

function verbParts({ states, busy, wordsOf, pane, calls }: VerbListOptions): Child[] {
  const press = (verb: VerbState['verb']): void => {
    if (verb === 'edit') {
      const field = pane.querySelector<HTMLInputElement>('[name="tags"]');
      if (field !== null) calls.act(verb, field.value);
      return;
    }
    if (verb !== 'answer') {
      if (wordsOf(verb).confirm === null) calls.act(verb, null);
      else calls.ask(verb);
      return;
    }
    const field = pane.querySelector<HTMLTextAreaElement>('[name="answer"]');
    if (field === null || !field.reportValidity()) return;
    calls.act(verb, field.value);
  };
  const row = ({ verb, whyNot }: VerbState): HTMLElement => {
    const { label, effect } = wordsOf(verb);
    const id = `why-${verb}`;
    const attributes = {
      type: 'button',
      'aria-describedby': id,
      'data-focus': `verb-${verb}`,
      ...(whyNot !== null || busy ? { disabled: '' } : { 'data-needs-service': '' }),
      ...(verb === 'cancel' ? { class: 'danger' } : {}),
    };
    return el(
      'li',
      {},
      el('button', { ...attributes, onclick: () => press(verb) }, label),
      el('span', { id, class: 'effect' }, whyNot === null ? effect : capital(whyNot)),
      el('span', { class: 'why-not' }),
    );
  };
  const possible = states.filter(({ whyNot }) => whyNot === null);
  const others = states.filter(({ whyNot }) => whyNot !== null);
  return [
    el('h3', {}, 'What you can do'),
    el('ul', { class: 'verbs' }, ...possible.map(row)),
    others.length === 0
      ? null
      : el(
          'details',
          {},
          el(
            'summary',
            { 'data-focus': 'others' },
            `${possible.length === 0 ? 'All' : 'The other'} ${others.length} are not possible now: why`,
          ),
          el('ul', { class: 'verbs' }, ...others.map(row)),
        ),
  ];
}

const runsMax = 10;

function runParts(runs: readonly ItemRun[] | null): Child[] {
  if (runs === null) return [];
  return [
    el('h3', {}, 'Runs ', el('span', { class: 'count' }, String(runs.length))),
    runs.length === 0
      ? empty('It has not been started yet.')
      : el('ul', { class: 'runs' }, ...runs.slice(0, runsMax).map(runRow)),
    runs.length > runsMax
      ? el('p', { class: 'aside' }, `The newest ${runsMax} are shown; the API lists the rest.`)
      : null,
  ];
}

function runRow({ id, status, worker, startedMs, endedMs, error }: ItemRun): HTMLElement {
  const took = startedMs === null || endedMs === null ? null : spanText(endedMs - startedMs);
  return el(
    'li',
    {},
    mark(markOf(status), plainWord(status)),
    el('span', { class: 'mono' }, worker ?? 'worker unknown'),
    took === null ? ageOf(startedMs, 'ago') : el('span', { class: 'figure' }, `took ${took}`),
    id === null ? null : el('a', { class: 'mono id', href: runsAddress(id) }, id),
    error === null ? null : el('p', { class: 'trouble' }, endSentence(capital(error))),
  );
}
