/** The live feed of a control plane put together: its log, its workers' telemetry, its clock. */
import { createTelemetryRelay } from '../../control/runs/index.ts';
import { createLiveFeed, type LiveFeed } from '../../http/live/feed.ts';
import { liveLimits } from '../../http/live/protocol.ts';
import type { AppOptions } from '../options.ts';
import type { ControlPart } from './control-part.ts';

/** A feed over the log of `control`; it serves nobody before its `start`. */
export function createLivePart(control: ControlPart, { clock, log }: AppOptions): LiveFeed {
  return createLiveFeed({
    reads: control.feedReads,
    lineage: control.context.lineage,
    wholeLooks: control.wholeLooks,
    onCommit: control.onCommit,
    kinds: control.kinds,
    samples: createTelemetryRelay({
      context: control.context,
      intervalMs: liveLimits.telemetryIntervalMs,
      onError: (error) => log.error({ err: error }, 'asking for the telemetry of runs failed'),
    }),
    clock,
    log,
  });
}
