/** What the gate's machines ask to be done in the world, by name: on a real machine, or on one that is played. */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import { createCallbackPost } from './callbacks/callback-post.ts';
import { createEndProcessHandler } from './end/end-process.ts';
import { createKillHandler } from './end/kill.ts';
import type { CallbackWay } from './ports.ts';
import { createSpawnHandler, type SpawnOptions } from './start/spawn.ts';

/** The machine with its runs, and the way to the control plane; times are milliseconds. */
interface GateWorld extends Omit<SpawnOptions, 'kill'> {
  /** Sends a signal, 0 to ask whether there is such a process; `process.kill` unless told. */
  readonly kill?: (pid: number, signal: NodeJS.Signals | 0) => void;
  readonly callbackTimeoutMs: number;
  readonly callbackWay: CallbackWay;
}

/** Handlers of `gate.spawn`, `gate.kill`, `gate.end_process` and `callback.post`. */
export const createWorldEffects = (
  world: GateWorld,
): Readonly<
  Record<'gate.spawn' | 'gate.kill' | 'gate.end_process' | 'callback.post', EffectHandler>
> => ({
  'gate.spawn': createSpawnHandler(world),
  'gate.kill': createKillHandler(world),
  'gate.end_process': createEndProcessHandler(world),
  'callback.post': createCallbackPost({
    timeoutMs: world.callbackTimeoutMs,
    clock: world.clock,
    way: world.callbackWay,
  }),
});
