/** What can be done with a log: words and trouble found among the lines that are kept, lines copied, all of it saved. */
import { useState } from 'preact/hooks';
import { type Api, ask, failureWords } from '../service/api.ts';
import { useDashboard } from '../ui/context.tsx';
import { Button } from '../ui/parts.tsx';
import { safeName, saveFile } from '../ui/save-file.ts';
import { bytesText } from '../words/units.ts';
import { endSentence } from '../words/words.ts';
import { downloadBytesMax, fetchLog, pieceBytes } from './log-download.ts';
import { type LogLevel, type LogQuery, logLevels } from './log-search.ts';

const levelWords: Readonly<Record<LogLevel, string>> = {
  all: 'All lines',
  warning: 'Warnings and errors',
  error: 'Errors',
};

interface LogToolsProps {
  readonly runId: string;
  readonly query: LogQuery;
  readonly onQuery: (query: LogQuery) => void;
  /** The lines that are shown, as text. */
  readonly linesShown: () => string;
}

/** Above the log. */
export function LogTools({ runId, query, onQuery, linesShown }: LogToolsProps) {
  const { api } = useDashboard();
  const [words, setWords] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const copy = (): void => {
    // Missing where the page did not come over TLS or from this machine.
    const clipboard = (navigator as { readonly clipboard?: Clipboard }).clipboard;
    if (clipboard === undefined) {
      setWords('Not copied: the browser allows it only over TLS.');
      return;
    }
    clipboard.writeText(linesShown()).then(
      () => setWords('Copied: the lines that are shown.'),
      () => setWords('Not copied: the browser did not allow it.'),
    );
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    setWords('Reading the log…');
    const log = await fetchLog(
      (offset) => readPiece(api, runId, offset),
      (bytes) => setWords(`Read ${bytesText(bytes)} so far…`),
    );
    setSaving(false);
    if ('problem' in log) {
      setWords(`Not saved: ${endSentence(log.problem)}`);
      return;
    }
    saveFile(new Blob([log.text], { type: 'text/plain' }), `${safeName(runId)}.log`);
    setWords(
      log.isCut
        ? `Saved: the first ${bytesText(downloadBytesMax)}; “orrery run log” has all of it.`
        : 'Saved.',
    );
  };
  return (
    <div class="log-tools">
      <input
        type="search"
        aria-label="Search the log"
        placeholder="Search these lines"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        value={query.search}
        onInput={(event) => onQuery({ ...query, search: event.currentTarget.value })}
      />
      <select
        aria-label="Which lines"
        value={query.level}
        onChange={(event) => onQuery({ ...query, level: event.currentTarget.value as LogLevel })}
      >
        {logLevels.map((level) => (
          <option key={level} value={level}>
            {levelWords[level]}
          </option>
        ))}
      </select>
      <Button class="small" onPress={copy}>
        Copy
      </Button>
      <Button class="small" needsService blocked={isSaving} onPress={() => void save()}>
        Save all of it
      </Button>
      <span class="soft" role="status">
        {words}
      </span>
    </div>
  );
}

async function readPiece(api: Api, runId: string, offset: number) {
  const query = { offset, limit: pieceBytes, wait_sec: 0 };
  const params = { path: { run_id: runId }, query };
  const answer = await ask(api.wait('/control/api/v1/runs/{run_id}/log', { params }));
  if (answer.kind === 'ok') return answer.told;
  return answer.kind === 'failed' ? failureWords(answer) : 'the token is not accepted any more';
}
