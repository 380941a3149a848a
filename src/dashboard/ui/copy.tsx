/** What an act or a page is called elsewhere: its address, the request, the command; each can be copied. */
import { useState } from 'preact/hooks';
import { type CopyLine, shellText } from '../acts/copy-lines.ts';
import { Button } from './parts.tsx';

interface CopyLinesProps {
  /** What is copied, as in "Copy this page". */
  readonly of?: string;
  readonly lines: readonly CopyLine[];
}

/** Folded up until it is wanted; the address of the page comes first. */
export function CopyLines({ of = 'Copy', lines }: CopyLinesProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (name: string, text: string): void => {
    // Missing where the page did not come over TLS or from this machine.
    const clipboard = (navigator as { readonly clipboard?: Clipboard }).clipboard;
    if (clipboard === undefined) {
      setCopied('Not copied: the browser allows it only over TLS.');
      return;
    }
    clipboard.writeText(text).then(
      () => setCopied(`Copied: ${name}.`),
      () => setCopied('Not copied: the browser did not allow it.'),
    );
  };
  const all = [
    { name: 'link', text: location.href },
    ...lines.map((line) => ({ name: line.name, text: shellText(line, location.origin) })),
  ];
  return (
    <details class="copies">
      <summary>{of} as a link, a request or a command</summary>
      <ul>
        {all.map(({ name, text }) => (
          <li key={name}>
            <Button label={`Copy: ${name}`} onPress={() => copy(name, text)}>
              {name}
            </Button>
            <code>{text}</code>
          </li>
        ))}
      </ul>
      <p role="status">{copied}</p>
    </details>
  );
}
