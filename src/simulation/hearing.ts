/** Asks the service now and then what it says of itself, and holds it against what is so. */
import type { ControlContext } from '../control/common/index.ts';
import { readOverview, readWorkers } from '../control/operations/index.ts';
import { stillSo, whatIsNotSo } from './statements.ts';
import type { SimulatedTime } from './time.ts';
import { findTroubles, type World } from './troubles.ts';
import type { Watching } from './watching.ts';

interface HearingOptions {
  readonly time: Pick<SimulatedTime, 'elapsedMs'>;
  readonly watching: Watching;
  readonly world: () => World;
  /** Told of a statement that is not so. */
  readonly onBroken: (sentence: string) => void;
}

/** Rows of the overview that nobody looks at here. */
const few = { activeLimit: 1, eventLimit: 1 };

/** What was asked so far, and how often the answer was that it can be left alone. */
export class Hearing {
  readonly #options: HearingOptions;
  asked = 0;
  alone = 0;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  /** Once; what changes while the service looks is not held against it. */
  async hear(control: ControlContext): Promise<void> {
    const { time, watching, world, onBroken } = this.#options;
    const before = findTroubles(world(), watching);
    const beganMs = time.elapsedMs;
    const [overview, { workers }] = await Promise.all([
      readOverview(control, few),
      readWorkers(control),
    ]);
    const troubles = stillSo(before, findTroubles(world(), watching));
    this.asked += 1;
    if (overview.leave_alone) this.alone += 1;
    const sentence = whatIsNotSo({ overview, workers }, troubles, beganMs);
    if (sentence !== null) onBroken(sentence);
  }
}
