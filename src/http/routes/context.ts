/** What the handlers of all routes are given. */

import type { PaperTools } from '../../control/paper-tools.ts';
import type { ControlContext } from '../../control/ports.ts';
import type { WorkerGate } from '../../worker/gate.ts';

export interface ApiContext {
  readonly control: ControlContext;
  readonly papers: PaperTools;
  /** Facts of `GET /control/health`. */
  readonly describeHealth: () => Readonly<Record<string, unknown>>;
}

export interface GateContext {
  readonly gate: WorkerGate;
}
