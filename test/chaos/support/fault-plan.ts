/** Faults in an order that a seed draws, and how each is played on two gates and a control plane. */
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import type { NetworkState } from '../../support/fault-proxy.ts';
import { type GateName, gateNames, type TwoGates } from './two-gates.ts';

const hourMs = 3_600_000;
const projectsPerGate = 4;
const faultNames = [
  'kill the gate',
  'stop the gate politely',
  'kill the control plane',
  'cut the way to the gate',
  'cut the way back',
  'set the clock',
] as const;
const spoilt = ['refuse', 'silent', 'cut_replies'] as const satisfies readonly NetworkState[];

interface Fault {
  readonly name: (typeof faultNames)[number];
  /** How the network is spoilt, where it is. */
  readonly network: NetworkState;
  /** How far the clock jumps, where it does. */
  readonly jumpMs: number;
}

/** One project and what happens to it. */
export interface Step {
  readonly gate: GateName;
  readonly projectId: string;
  readonly prompt: string;
  /** Status in which the first fault meets it. */
  readonly when: 'running' | 'awaiting_wake' | 'at once';
  readonly faults: readonly Fault[];
}

/** The projects of each gate in their order, all drawn by `seed` before the first is played. */
export function drawPlan(seed: number): readonly (readonly Step[])[] {
  const entropy = createSeededEntropy(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(entropy.random() * values.length)]!;
  const drawFault = (): Fault => ({
    name: pick(faultNames),
    network: pick(spoilt),
    jumpMs: Math.round((entropy.random() - 0.5) * 6 * hourMs),
  });
  return gateNames.map((gate) =>
    Array.from({ length: projectsPerGate }, (_, index) => ({
      gate,
      projectId: `any-${gate}-${index}`,
      prompt: pick(['LINGER', 'Add numbers.']),
      when: pick(['running', 'awaiting_wake', 'at once'] as const),
      faults: [drawFault(), drawFault()],
    })),
  );
}

/** A step in words, for the message of a failing test. */
export function describeStep({ projectId, prompt, when, faults }: Step): string {
  const words = faults.map(({ name, network, jumpMs }) => {
    if (name === 'set the clock') return `${name} by ${jumpMs} ms`;
    return name.startsWith('cut') ? `${name} (${network})` : name;
  });
  return `${projectId} (${prompt}), ${when}: ${words.join(', then ')}`;
}

/** Plays faults; the lanes share one control plane, which is killed by one at a time. */
export function createFaultPlayer(world: TwoGates) {
  let controlTurn: Promise<void> = Promise.resolve();
  const killControl = (): Promise<void> => {
    controlTurn = controlTurn.then(async () => {
      await world.end('control', 'SIGKILL');
      await world.serve('control');
    });
    return controlTurn;
  };
  const restart = async (gate: GateName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await world.end(gate, signal);
    await world.serve(gate);
  };
  const cut = async (way: TwoGates['toGate'], gate: GateName, how: NetworkState): Promise<void> => {
    way.get(gate)!.set(how);
    await killControl();
    way.get(gate)!.set('pass');
  };
  return (gate: GateName, { name, network, jumpMs }: Fault): Promise<void> => {
    switch (name) {
      case 'kill the gate':
        return restart(gate, 'SIGKILL');
      case 'stop the gate politely':
        return restart(gate, 'SIGTERM');
      case 'kill the control plane':
        return killControl();
      case 'cut the way to the gate':
        return cut(world.toGate, gate, network);
      case 'cut the way back':
        return cut(world.toControl, gate, network);
      case 'set the clock':
        return world.jump(gate, jumpMs);
    }
  };
}
