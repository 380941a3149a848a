/** A paper as files: each is fetched with the token, which no address may hold, and then kept by the browser. */
import { useState } from 'preact/hooks';
import { endSentence } from '../words/words.ts';
import { useDashboard } from './context.tsx';
import { Button } from './parts.tsx';
import { safeName, saveFile } from './save-file.ts';

/** As people call them, by the file; the first two are what is read. */
const files = [
  ['PDF', 'paper.pdf'],
  ['HTML', 'paper.html'],
  ['JATS', 'paper.xml'],
  ['MyST', 'paper.myst.md'],
  ['Markdown', 'paper.md'],
  ['LaTeX', 'paper.tex'],
  ['Claims', 'claim_ledger.json'],
  ['Manifest', 'paper_manifest.json'],
] as const;

interface RenderingsProps {
  readonly id: string;
  /** Only what is read. */
  readonly short?: boolean;
}

/** A button for each; what cannot be had says why beside them. */
export function Renderings({ id, short = false }: RenderingsProps) {
  const { api } = useDashboard();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (label: string, name: string): Promise<void> => {
    const path = `/control/api/v1/papers/${encodeURIComponent(id)}/artifacts/${name}`;
    const file = await api.file(path);
    if (typeof file === 'string') {
      setProblem(`${label}: ${endSentence(file)}`);
      return;
    }
    setProblem(null);
    saveFile(file, `${safeName(id)}-${name}`);
  };
  return (
    <span class="renderings">
      {files.slice(0, short ? 2 : files.length).map(([label, name]) => (
        <Button
          key={name}
          class="small"
          needsService
          label={`Save ${label} of ${id}`}
          onPress={() => void save(label, name)}
        >
          {label}
        </Button>
      ))}
      {problem !== null && (
        <span class="trouble" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
