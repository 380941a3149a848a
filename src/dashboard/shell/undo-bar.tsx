/** What was done just now, and for ten seconds the way back. */
import { useDashboard, useValue } from '../ui/context.tsx';
import { Button } from '../ui/parts.tsx';

/** Nothing while nothing can be taken back. */
export function UndoBar() {
  const { undo: calls } = useDashboard();
  const undo = useValue((state) => state.undo);
  if (undo === null) return null;
  return (
    <div class="undo" role="status" data-phase={undo.phase}>
      <span>{undo.words}</span>
      {undo.phase === 'offered' && (
        <Button needsService onPress={calls.take}>
          Undo <kbd>z</kbd>
        </Button>
      )}
      {undo.phase === 'offered' && (
        <span class="soft" aria-hidden="true">
          {undo.leftSec} s
        </span>
      )}
      <Button class="quiet-button" label="Keep it so" onPress={calls.close}>
        ×
      </Button>
    </div>
  );
}
