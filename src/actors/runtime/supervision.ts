/**
 * The supervision tree: the host, groups of kinds, kinds, actors. An actor that fails is restarted by
 * itself; one that fails too often is taken out of service by its cell. When a whole kind fails too
 * often, its failing actors are isolated at once; when a group does, its strategy says what happens:
 *
 * | Strategy    | The group has failed too often |
 * |-------------|--------------------------------|
 * | `isolate`   | each actor of it that fails is taken out of service at once |
 * | `restart`   | all actors of the group forget their state and read it back |
 * | `escalate`  | the host is told, which decides over the process |
 *
 * The tree is data, for whoever wants to look at it.
 */
import { Intensity, type IntensityPolicy } from './intensity.ts';

type Strategy = 'isolate' | 'restart' | 'escalate';

/** Kinds that fail together, and what is done when they fail too often. */
export interface SupervisedGroup {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly strategy: Strategy;
  /** Failures over all actors of the group that are too many. */
  readonly intensity: IntensityPolicy;
}

/** A node of the tree as it stands. */
export interface SupervisionNode {
  readonly name: string;
  readonly strategy: Strategy;
  /** Failures in the window as of now. */
  readonly failures: number;
  readonly failures_max: number;
  readonly window_ms: number;
  readonly children: readonly SupervisionNode[];
}

interface SupervisionOptions {
  readonly groups: readonly SupervisedGroup[];
  /** Every kind of the host; those in no group form one of their own, which isolates. */
  readonly kinds: readonly string[];
  readonly kindIntensity: IntensityPolicy;
  readonly monotonic: () => number;
  readonly onRestart: (group: SupervisedGroup) => void;
  readonly onEscalate: (group: SupervisedGroup) => void;
}

interface Branch {
  readonly group: SupervisedGroup;
  readonly intensity: Intensity;
  readonly kinds: ReadonlyMap<string, Intensity>;
}

/** Counts the failures of kinds and groups, and says when the strategy of a group is due. */
export class Supervision {
  readonly #options: SupervisionOptions;
  readonly #branches: readonly Branch[];
  readonly #byKind = new Map<string, Branch>();

  /** Throws when a kind stands in two groups or a group names a kind that the host does not have. */
  constructor(options: SupervisionOptions) {
    this.#options = options;
    const grouped = options.groups.flatMap((group) => group.kinds);
    const alone = options.kinds.filter((kind) => !grouped.includes(kind));
    const rest: SupervisedGroup = {
      name: 'others',
      kinds: alone,
      strategy: 'isolate',
      intensity: options.kindIntensity,
    };
    this.#branches = [...options.groups, ...(alone.length > 0 ? [rest] : [])].map((group) => ({
      group,
      intensity: new Intensity(group.intensity),
      kinds: new Map(group.kinds.map((kind) => [kind, new Intensity(options.kindIntensity)])),
    }));
    for (const branch of this.#branches) {
      for (const kind of branch.group.kinds) this.#place(kind, branch);
    }
  }

  #place(kind: string, branch: Branch): void {
    const { name } = branch.group;
    if (!this.#options.kinds.includes(kind)) {
      throw new Error(`the group ${name} supervises ${kind}, which this host does not have`);
    }
    const other = this.#byKind.get(kind);
    if (other !== undefined) {
      throw new Error(`${kind} is supervised by two groups: ${other.group.name} and ${name}`);
    }
    this.#byKind.set(kind, branch);
  }

  /** Notes a failure of an actor; true when that actor is to be taken out of service at once. */
  noteFailure(kind: string): boolean {
    const branch = this.#byKind.get(kind);
    if (branch === undefined) return false;
    const nowMs = this.#options.monotonic();
    const isKindFailing = branch.kinds.get(kind)!.exceeds(nowMs);
    if (!branch.intensity.exceeds(nowMs)) return isKindFailing;
    switch (branch.group.strategy) {
      case 'isolate':
        return true;
      case 'restart':
        branch.intensity.clear();
        this.#options.onRestart(branch.group);
        return isKindFailing;
      case 'escalate':
        branch.intensity.clear();
        this.#options.onEscalate(branch.group);
        return isKindFailing;
    }
  }

  /** The tree as it stands, groups in the order given. */
  tree(): readonly SupervisionNode[] {
    const nowMs = this.#options.monotonic();
    const { kindIntensity } = this.#options;
    return this.#branches.map(({ group, intensity, kinds }) => ({
      name: group.name,
      strategy: group.strategy,
      failures: intensity.countAt(nowMs),
      failures_max: group.intensity.failuresMax,
      window_ms: group.intensity.windowMs,
      children: [...kinds].map(([name, each]) => ({
        name,
        strategy: 'isolate' as const,
        failures: each.countAt(nowMs),
        failures_max: kindIntensity.failuresMax,
        window_ms: kindIntensity.windowMs,
        children: [],
      })),
    }));
  }
}
