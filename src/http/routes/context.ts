/** What the handlers of all routes are given. */

import type { ActorInspector } from '../../control/actors.ts';
import type { PaperTools } from '../../control/paper-tools.ts';
import type { ControlContext } from '../../control/ports.ts';
import type { WorkerGate } from '../../worker/gate.ts';

export interface ApiContext {
  readonly control: ControlContext;
  readonly papers: PaperTools;
  readonly inspector: ActorInspector;
  /** Facts of `GET /control/health`. */
  readonly describeHealth: () => Readonly<Record<string, unknown>>;
}

export interface GateContext {
  readonly gate: WorkerGate;
}
