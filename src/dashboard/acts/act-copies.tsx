/** What can be copied of an act of the overview or of readiness; loaded after these, since nobody waits for it. */

import type { Reason } from '../service/wire.ts';
import { CopyLines } from '../ui/copy.tsx';
import { linesOf } from './copy-lines.ts';

interface ActCopiesProps {
  /** A reason, or what the pump would be switched to. */
  readonly of: Reason | 'on' | 'off';
  /** Of a reason: whether its request can be sent as it is. */
  readonly canSend?: boolean;
}

/** Nothing where neither a request nor a command does it. */
export function ActCopies({ of, canSend = false }: ActCopiesProps) {
  if (typeof of === 'string') {
    const path = `/control/api/v1/pump/${of}`;
    return (
      <CopyLines
        lines={[
          { name: 'curl', method: 'POST', path },
          { name: 'command', command: ['pump', of] },
        ]}
      />
    );
  }
  const lines = linesOf(of, canSend);
  return lines.length === 0 ? null : <CopyLines lines={lines} />;
}
