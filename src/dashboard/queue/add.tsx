/** Adding ideas: by form, by pasting, or by dropping a file; what was understood is shown before anything is added. */
import { useMemo, useState } from 'preact/hooks';
import { workloadClasses } from '../../domain/statuses.ts';
import { addressOf } from '../places/places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Table } from '../ui/lists.tsx';
import { Button, Outcome, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { capital, countText, endSentence, plainWord } from '../words/words.ts';
import { type AddCalls, createAddCalls } from './add-calls.ts';
import {
  type Adding,
  emptyAdding,
  type IdeaField,
  kindOfFile,
  kindOfText,
  type TextKind,
  textKinds,
} from './adding.ts';

/** What was written is in the store, so that each part may ask by itself. */
function useAdd(): AddCalls {
  const dashboard = useDashboard();
  return useMemo(() => createAddCalls(dashboard), [dashboard]);
}

/** One page for all three ways; a file may be dropped anywhere on it. */
export function AddPage() {
  const add = useAdd();
  const adding = useValue((state) => state.adding) ?? emptyAdding;
  const [refused, setRefused] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    const kind = kindOfFile(file.name);
    setRefused(
      kind === null
        ? `${file.name} is of no known kind; its name must end in ${Object.keys(textKinds).join(', ')}.`
        : file.size > fileBytesMax
          ? `${file.name} is larger than ${fileBytesMax / 1e6} MB; use orrery import.`
          : null,
    );
    if (kind === null || file.size > fileBytesMax) return;
    add.write({ by: 'text', kind, text: await file.text() });
    add.preview();
  };
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the button for files.
    <div class="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Section title="Add ideas">
        <nav class="spans views" aria-label="How">
          {(['form', 'text'] as const).map((by) => (
            <Button key={by} pressed={adding.by === by} onPress={() => add.write({ by })}>
              {by === 'form' ? 'By form' : 'By pasting'}
            </Button>
          ))}
          <label class="file-button">
            <input
              type="file"
              accept=".md,.markdown,.csv,.json,.jsonl,.ndjson"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file !== undefined) void take(file);
                event.currentTarget.value = '';
              }}
            />
            <span>A file…</span>
          </label>
          <span class="soft">or drop it here</span>
        </nav>
        {refused !== null && <Trouble>{refused}</Trouble>}
        <form
          class="add-form"
          onSubmit={(event) => {
            event.preventDefault();
            add.preview();
          }}
        >
          {adding.by === 'form' ? <Fields adding={adding} /> : <Pasted adding={adding} />}
          <div class="choice">
            <button type="submit" aria-disabled={adding.phase === 'reading' ? 'true' : undefined}>
              See what would be added
            </button>
            <Button onPress={add.clear}>Begin again</Button>
          </div>
        </form>
        <Understood adding={adding} />
      </Section>
    </div>
  );
}

/** As many as the service reads of one text. */
const fileBytesMax = 2_000_000;

const labels: Readonly<Record<IdeaField, string>> = {
  title: 'Title',
  hypothesis: 'Hypothesis',
  prompt: 'What the agent is told (title and hypothesis, when empty)',
  priority: 'Priority: high, medium, low, or a number (low ones go first)',
  workload_class: 'Kind of work',
  machine_target: 'Worker it must run on (any, when empty)',
  tags: 'Tags, with commas between them',
};

function Fields({ adding: { form, fields } }: { readonly adding: Adding }) {
  const add = useAdd();
  const workers = useValue((state) => state.overview?.workers);
  const isKnown = useValue((state) => state.overview !== null);
  const field = (name: IdeaField) => {
    const problem = fields[name];
    const common = {
      name,
      id: `idea-${name}`,
      value: form[name],
      'aria-invalid': problem === undefined ? undefined : ('true' as const),
      'aria-describedby': problem === undefined ? undefined : `problem-${name}`,
      onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        add.fill(name, currentTarget.value),
    };
    return (
      <div key={name} data-field={name}>
        <label class="answer-field" for={`idea-${name}`}>
          <span>{labels[name]}</span>
          {name === 'prompt' || name === 'hypothesis' ? (
            <textarea {...common} rows={name === 'prompt' ? 6 : 2} />
          ) : name === 'workload_class' ? (
            <select {...common}>
              <option value="">as the service is configured</option>
              {workloadClasses.map((word) => (
                <option key={word} value={word}>
                  {plainWord(word)}
                </option>
              ))}
            </select>
          ) : name === 'machine_target' && (workers !== undefined || !isKnown) ? (
            <select {...common}>
              <option value="">any</option>
              {(workers ?? []).map(({ target: worker }) => (
                <option key={worker} value={worker}>
                  {worker}
                </option>
              ))}
            </select>
          ) : (
            <input type="text" {...common} autocomplete="off" />
          )}
        </label>
        {problem !== undefined && (
          <span class="trouble" id={`problem-${name}`} role="alert">
            {endSentence(capital(problem))}
          </span>
        )}
      </div>
    );
  };
  return (
    <>
      {field('title')}
      {field('hypothesis')}
      {field('prompt')}
      <div class="field-row">
        {(['priority', 'workload_class', 'machine_target', 'tags'] as const).map(field)}
      </div>
    </>
  );
}

function Pasted({ adding: { text, kind } }: { readonly adding: Adding }) {
  const add = useAdd();
  return (
    <>
      <label class="answer-field">
        <span>Kind of text</span>
        <select
          value={kind}
          onChange={(event) => add.write({ kind: event.currentTarget.value as TextKind })}
        >
          {Object.entries(textKinds).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label class="answer-field">
        <span>The ideas</span>
        <textarea
          name="ideas"
          rows={12}
          class="mono"
          spellcheck={false}
          value={text}
          onInput={(event) => add.write({ text: event.currentTarget.value })}
          onPaste={(event) => {
            // Only what is pasted into an empty field says of which kind all of it is.
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (text.trim() === '' && pasted !== '') add.write({ kind: kindOfText(pasted) });
          }}
        />
      </label>
    </>
  );
}

/** What would be added, what would not and why; after that, what was. */
function Understood({ adding }: { readonly adding: Adding }) {
  const add = useAdd();
  const { phase, problems, words, reply } = adding;
  const candidates = reply?.candidates ?? [];
  const skipped = reply?.skipped_rows ?? [];
  const count = candidates.length;
  const label = count === 1 ? 'Add this idea' : `Add these ${count} ideas`;
  return (
    <div data-part="understood">
      {phase === 'reading' && <p role="status">Reading it…</p>}
      {words !== null && <Trouble>{endSentence(capital(words))}</Trouble>}
      {problems.length > 0 && (
        <ul class="differences">
          {problems.map(({ line, message }, index) => (
            <li key={index}>
              {line !== null && <b>Line {line}: </b>}
              {endSentence(message)}
            </li>
          ))}
        </ul>
      )}
      {reply !== null && phase === 'added' && (
        <Outcome>
          {reply.created === 1
            ? 'One idea was added.'
            : `${countText(reply.created)} ideas were added.`}
        </Outcome>
      )}
      {reply !== null && (
        <>
          {phase !== 'added' && (
            <p>
              <b>
                {count === 0
                  ? 'Nothing would be added.'
                  : `${count === 1 ? 'One project' : `${count} projects`} would be added to the queue.`}
              </b>
            </p>
          )}
          {count > 0 && (
            <Table
              name={phase === 'added' ? 'Added' : 'Would be added'}
              rows={candidates}
              keyOf={({ project_id: id }) => id}
              columns={[
                {
                  name: 'Project',
                  cell: ({ project_id: id }) =>
                    phase === 'added' && id !== undefined ? (
                      <a href={addressOf({ page: 'queue', id })}>
                        <bdi>{id}</bdi>
                      </a>
                    ) : (
                      <bdi>{id}</bdi>
                    ),
                },
                { name: 'Title', cell: ({ title }) => <bdi>{title}</bdi> },
                {
                  name: 'Priority',
                  cell: ({ dispatch_priority: priority }) => countText(priority),
                },
                { name: 'Kind of work', cell: ({ workload_class: kind }) => plainWord(kind) },
                { name: 'Worker', cell: ({ machine_target: worker }) => worker ?? 'any' },
              ]}
            />
          )}
          {skipped.length > 0 && (
            <>
              <h3>{phase === 'added' ? 'Left out' : 'Would be left out'}</h3>
              <ul class="differences">
                {skipped.map(({ index, title, reason, duplicate_of: of, detail }) => (
                  <li key={index}>
                    <bdi>{title}</bdi>: {plainWord(reason)}
                    {of != null && (
                      <>
                        {' of '}
                        <a href={addressOf({ page: 'queue', id: of })}>
                          <bdi>{of}</bdi>
                        </a>
                      </>
                    )}
                    {detail !== undefined && `. ${endSentence(capital(detail))}`}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {(phase === 'read' || phase === 'adding') && count > 0 && (
        <div class="choice">
          <Button class="primary" needsService blocked={phase === 'adding'} onPress={add.add}>
            {label}
          </Button>
          <WhyNot />
        </div>
      )}
    </div>
  );
}
