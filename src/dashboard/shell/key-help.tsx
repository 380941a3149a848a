/** The keys and what each does, for people; what does it is `keys.ts`. */
import { pages } from '../places/places.ts';
import { Dialog } from '../ui/dialog.tsx';

const keyWords: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl+K', 'Search for or do anything'],
  [`1 to ${Math.min(9, pages.length)}`, 'Open a page'],
  ['/', 'Search this list, or everything where it has no search'],
  ['j, k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Ctrl+Enter', 'Send the answer that is being typed'],
  ['x', 'Choose the row, or not'],
  ['Shift+J, Shift+K', 'Put the row one further down or up in the queue'],
  ['z', 'Undo what was done just now'],
  ['Escape', 'Take back a question, close the pane'],
  ['t', 'Theme: as the system has it, dark, light'],
  ['?', 'These keys'],
];

/** Closed by its button and by Escape. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keys" class="keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>
        {keyWords.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
