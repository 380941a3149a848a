/** What the handlers of all routes are given. */

import type { ShownConfiguration } from '../../config/shown.ts';
import type { ControlContext, PaperTools } from '../../control/common/index.ts';

import type { ActorInspector, Statecharts } from '../../control/operations/index.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { WorkerGate } from '../../worker/gate.ts';
import type { SupervisionReply } from '../../worker-wire/wire-supervision.ts';

/** What the routes of the control plane need; made once, at start, where the process has that part. */
export interface ApiContext {
  readonly control: ControlContext;
  readonly papers: PaperTools;
  readonly inspector: ActorInspector;
  /** The drawings of the kinds' machines. */
  readonly statecharts: Statecharts;
  /** The configuration that the service runs with, fit to be shown. */
  readonly configuration: ShownConfiguration;
  /** Facts of `GET /control/health`. */
  readonly describeHealth: () => Promise<Readonly<Record<string, unknown>>>;
  /** How everything in this process is supervised and stands. */
  readonly describeSupervision: () => SupervisionReply;
}

/** When a list was read, and from what. */
export const stamp = ({ control }: ApiContext) => ({
  generatedAt: toIsoTime(control.clock.now()),
  source: 'store',
});

/** What the routes of the worker gate need, where the process has one. */
export interface GateContext {
  readonly gate: WorkerGate;
  /** The same of the gate alone, and of the process around it. */
  readonly describeGateSupervision: () => SupervisionReply;
}
