/** Effects of the pump: a look that changes nothing, and a step that does one thing once. */
import type { EffectHandler, EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import { limits } from '../../domain/limits.ts';
import { type PumpPart, type PumpTried, pumpParts } from '../../domain/records.ts';
import type { PumpLookInput, PumpStepInput } from '../../machines/pump/effects.ts';
import type { PumpEvent } from '../../machines/pump/events.ts';
import { untilTold, wasAsked } from '../commands/index.ts';
import type { CommandContext } from '../common/index.ts';
import { whatEnded } from './begun-texts.ts';
import { commandOf, doPart, keyOf, lookAt, tried, whyOff, whyStill } from './parts.ts';
import { createPublicationMemory, type PublicationMemory } from './publication-memory.ts';

const common = {
  attemptsMax: limits.pumpAttemptsMax,
  backOff: { baseMs: 500, maxMs: 10_000, factor: 2 },
} as const;

/** By name, `pump.look` and `pump.step`, for the host that has the pump. */
export function createPumpEffects(contextOf: () => CommandContext): EffectHandlers {
  const publication = createPublicationMemory();
  const look: EffectHandler = {
    ...common,
    run: async (input, { signal }): Promise<PumpEvent> => {
      const context = interruptible(contextOf(), signal);
      const { writing = [] } = input as PumpLookInput;
      // Before the parts: what ends meanwhile wakes the pump once more.
      const written = await whatEnded(context.control, writing);
      const seen = await lookAround(context, publication);
      return { type: 'LOOKED', ...seen, ...(written.length > 0 && { written }) };
    },
  };
  const step: EffectHandler = {
    ...common,
    run: async (input, { attempt, resumed, signal }): Promise<PumpEvent> => {
      const { tick } = input as unknown as PumpStepInput;
      const context = interruptible(contextOf(), signal);
      const mayHaveBegun = resumed || attempt > 1;
      const begun = mayHaveBegun ? await partsBegun(context, tick) : [];
      return { type: 'STEPPED', tick, ...(await takeStep(context, tick, begun)) };
    },
  };
  return { 'pump.look': look, 'pump.step': step };
}

/** Actors are waited for only until the effect is told to stop; what was asked goes on in the store. */
function interruptible(context: CommandContext, signal: AbortSignal): CommandContext {
  const { control } = context;
  return { ...context, control: { ...control, actors: untilTold(control.actors, signal) } };
}

/** The first part that has something to do; those behind it are not looked at. */
async function lookAround(
  context: CommandContext,
  publication: PublicationMemory,
): Promise<{ readonly found: PumpPart | null; readonly tried: readonly PumpTried[] }> {
  const still = await whyStill(context);
  const rows: PumpTried[] = [];
  let found: PumpPart | null = null;
  for (const part of pumpParts) {
    const row =
      found !== null
        ? tried(part, 'left', 'one thing at a time')
        : still !== null
          ? tried(part, 'off', whyOff(part, context.control) ?? still)
          : part === 'publish'
            ? await publication.recall(context.control, () => lookAt(context, part))
            : await lookAt(context, part);
    if (row.outcome === 'found') found = part;
    rows.push(row);
  }
  return { found, tried: rows };
}

/** Parts whose request an earlier attempt at this step made, in their order. */
async function partsBegun(context: CommandContext, tick: number): Promise<readonly PumpPart[]> {
  const begun: PumpPart[] = [];
  for (const part of pumpParts) {
    if (await wasAsked(context.control.actors, commandOf(part), keyOf(tick, part)))
      begun.push(part);
  }
  return begun;
}

/**
 * Goes through the parts until one did something. What an earlier attempt began is taken up first and
 * before anything new: a step does one thing, however often it is repeated.
 */
async function takeStep(
  context: CommandContext,
  tick: number,
  begun: readonly PumpPart[],
): Promise<Pick<Extract<PumpEvent, { type: 'STEPPED' }>, 'done' | 'begun' | 'tried'>> {
  const still = await whyStill(context);
  const rows = new Map<PumpPart, PumpTried>();
  const inOrder = (): readonly PumpTried[] =>
    pumpParts.map((part) => rows.get(part) ?? tried(part, 'left', 'one thing at a time'));
  for (const part of [...begun, ...pumpParts.filter((each) => !begun.includes(each))]) {
    if (!begun.includes(part)) {
      const row =
        still === null
          ? await lookAt(context, part)
          : tried(part, 'off', whyOff(part, context.control) ?? still);
      rows.set(part, row);
      if (row.outcome !== 'found') continue;
    }
    const { done, begun: text, tried: row } = await doPart(context, part, tick);
    rows.set(part, row);
    if (done !== null)
      return { done, ...(text !== undefined && { begun: text }), tried: inOrder() };
  }
  return { done: null, tried: inOrder() };
}
