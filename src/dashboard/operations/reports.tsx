/** The reports: what the service tells of itself and of the research, each as facts and tables. */
import { useRef, useState } from 'preact/hooks';
import { newKey } from '../acts/acts.ts';
import { getFrom } from '../acts/reason-calls.ts';
import { memberAddress } from '../places/entity-places.ts';
import { addressOf } from '../places/places.ts';
import { ask, undoneWords } from '../service/api.ts';
import { isLost } from '../service/asking.ts';
import { fieldsOf, timeOf } from '../service/loose.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Table } from '../ui/lists.tsx';
import { Age, Button, Empty, Section, Trouble, Waiting, WhyNot } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search.tsx';
import { useTold } from '../ui/told.ts';
import { ServiceTrial } from '../ui/trial.tsx';
import { stateWord } from '../words/state-words.ts';
import { valueText } from '../words/value-text.ts';
import { sentence } from '../words/words.ts';
import { memberName } from './member-names.ts';
import {
  askedAt,
  type From,
  nextOf,
  type ReportName,
  reportNames,
  reportOf,
  rowsAt,
  valueAt,
} from './reports.ts';

/** All of them, or the one that the address names. */
export function ReportsPage() {
  const id = useValue((state) => state.place.id);
  const name = reportNames.find((each) => each === id);
  return name === undefined ? <Names /> : <Shown key={name} name={name} />;
}

function Names() {
  return (
    <Section title="Reports">
      <Table
        name="Reports"
        columns={[
          {
            name: 'Report',
            cell: (name: ReportName) => (
              <a class="open" href={addressOf({ page: 'reports', id: name })}>
                {reportOf(name).title}
              </a>
            ),
          },
          { name: 'What it answers', cell: (name: ReportName) => reportOf(name).about },
        ]}
        rows={reportNames}
        keyOf={(name) => name}
      />
    </Section>
  );
}

const placeholders = {
  search: 'any text',
  project_id: 'id of a project',
  id: 'id of a request, or number of an event',
};

function Shown({ name }: { readonly name: ReportName }) {
  const place = useValue((state) => state.place);
  const typed = place.filter.search;
  const [shown, setShown] = useState<{ readonly of: string; readonly from: From }>({
    of: typed,
    from: null,
  });
  // Another search begins at its first row.
  const from = shown.of === typed ? shown.from : null;
  const report = reportOf(name);
  const path = askedAt(report, { typed, from });
  const { told, problem, again } = useTold(path, (api) => getFrom(api, path ?? ''));
  const { facts = [], tables = {}, lists = {}, search } = report;
  const next = nextOf(told);
  const go = (to: From): void => setShown({ of: typed, from: to });
  return (
    <>
      <Section title={report.title}>
        <p class="lede">
          {report.about} <a href={addressOf({ page: 'reports' })}>All reports</a>
        </p>
        {search !== undefined && (
          <SearchForm
            name={`Search: ${report.title}`}
            {...{ place }}
            keepsOpen
            class="one-filter"
            placeholder={placeholders[search]}
          />
        )}
        {problem !== null && <Trouble>{sentence(problem)}</Trouble>}
        {path === null ? (
          <Empty>Say of what: events name the request that they belong to.</Empty>
        ) : (
          told === null && problem === null && <Waiting />
        )}
        {told !== null && facts.length > 0 && (
          <dl class="facts-list">
            {facts.map((member) => (
              <div key={member}>
                <dt>{memberName(member)}</dt>
                <dd>
                  <Value member={member} of={valueAt(told, member)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {told !== null &&
          Object.entries(tables).map(([list, members], _, { length }) => (
            <List
              key={list}
              title={length === 1 ? null : (lists[list]?.title ?? memberName(list))}
              of={report.title}
              none={lists[list]?.none ?? 'There is nothing of it.'}
              rows={rowsAt(told, list)}
              {...{ members }}
            />
          ))}
        <div class="choice">
          {from !== null && (
            <Button needsService onPress={() => go(null)}>
              From the first
            </Button>
          )}
          {next !== null && (
            <Button needsService onPress={() => go(next)}>
              The next ones
            </Button>
          )}
          <Button needsService blocked={path === null} onPress={again}>
            Ask again
          </Button>
          <WhyNot />
        </div>
      </Section>
      {name === 'log' && (
        <>
          {fieldsOf(told)['status'] === 'lost' && <Acknowledge onDone={again} />}
          <Archive />
        </>
      )}
    </>
  );
}

interface ListProps {
  /** Null where it is the only one. */
  readonly title: string | null;
  readonly of: string;
  /** What it means that there are no rows. */
  readonly none: string;
  readonly rows: readonly object[];
  readonly members: readonly string[];
}

function List({ title, of, none, rows, members }: ListProps) {
  return (
    <>
      {title !== null && <h3>{title}</h3>}
      {rows.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Table
          name={title ?? of}
          columns={members.map((member) => ({
            name: memberName(member),
            cell: (row: object) => <Value member={member} of={valueAt(row, member)} />,
          }))}
          rows={rows}
          keyOf={() => null}
          {...(members.length > columnsMost ? { class: 'cards' } : {})}
        />
      )}
    </>
  );
}

/** More do not stand beside each other. */
const columnsMost = 4;

/** Whatever it is, as people read it; what names an entity leads there. */
function Value({ member, of }: { readonly member: string; readonly of: unknown }) {
  if (Array.isArray(of)) {
    if (of.length === 0) return <>none</>;
    return (
      <>
        {of.map((each, index) => (
          <span key={index}>
            {index > 0 && ', '}
            <Value {...{ member }} of={each} />
          </span>
        ))}
      </>
    );
  }
  if (of === undefined || of === null || of === '') return <span class="soft">–</span>;
  if (typeof of === 'boolean') return <>{of ? 'yes' : 'no'}</>;
  if (typeof of === 'number') return <span class="figure">{of}</span>;
  const text = valueText(of);
  if (isTime.test(text)) return <Age of={timeOf(text)} />;
  const address = memberAddress(member.replace(/^.*\./, ''), of);
  return address === null ? (
    <bdi>
      <Breakable text={isWord.test(text) ? stateWord(text.replace(/^.*\./, '')) : text} />
    </bdi>
  ) : (
    <a href={address}>
      <bdi>
        <Breakable text={text} />
      </bdi>
    </a>
  );
}

/** What is gone stands above; that somebody knows is said with a note, and once. */
function Acknowledge({ onDone }: { readonly onDone: () => void }) {
  const session = useDashboard();
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(newKey());
  const send = async (note: string): Promise<void> => {
    const said = note === '' ? null : note;
    const answer = await ask(
      session.api.post('/control/api/v1/event-log/acknowledge-loss', {
        body: { acknowledged_by: 'dashboard', note: said, idempotency_key: key.current },
      }),
    );
    if (isLost(session, answer)) return;
    setProblem(answer.kind === 'ok' ? null : undoneWords(answer));
    onDone();
    session.done();
  };
  return (
    <Section title="Acknowledge the loss">
      <p class="lede">
        Nothing comes back by it: readiness and overview stop saying that work is gone, and the log
        says who knew.
      </p>
      <form
        class="confirm"
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget).get('note');
          void send(typeof said === 'string' ? said.trim() : '');
        }}
      >
        <label class="answer-field">
          <span>What is known of it, for the log, if you like</span>
          <input type="text" name="note" maxLength={noteCharsMost} autocomplete="off" />
        </label>
        <div class="choice">
          <button type="submit" class="primary">
            I know what is gone
          </button>
          <WhyNot />
        </div>
      </form>
      {problem !== null && <Trouble>{problem}</Trouble>}
    </Section>
  );
}

/** As long as the service takes it. */
const noteCharsMost = 1_000;
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/;
/** A word of the service, also with the kind that it is of in front. */
const isWord = /^([a-z_]+\.)?[a-z]+(_[a-z]+)*$/;
const daysMost = 3650;

/** What is old, by default as configured, is moved after it was shown. */
function Archive() {
  const [days, setDays] = useState('');
  return (
    <ServiceTrial name="archive" target={days}>
      <label>
        <span>Older than, days </span>
        <input
          type="number"
          min={1}
          max={daysMost}
          step={1}
          placeholder="as set"
          value={days}
          onInput={(event) => {
            const { valueAsNumber: given } = event.currentTarget;
            setDays(given >= 1 && given <= daysMost ? String(Math.floor(given)) : '');
          }}
        />
      </label>
    </ServiceTrial>
  );
}
