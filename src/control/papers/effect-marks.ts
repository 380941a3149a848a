/**
 * Counts the starts of the process that ended in the middle of an effect, in one small file per
 * effect under way. What ends the process twice would end it for ever: the third start parks the
 * effect, as one that was given up, with the reason.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { EffectHandler, EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { messageOfError } from '../../lib/describe-error.ts';

/** The marks of one folder; they outlive the process. */
export interface EffectMarks {
  /** Notes that the effect begins; returns how often it began before without an end. */
  begin(effectId: string): number;
  /** The effect ended, whatever became of it. */
  end(effectId: string): void;
}

/** Starts of the process that may end inside one effect. */
const endingsMax = 2;

/** Marks as files of `dir`, which is made when it is needed. */
export function createEffectMarks(dir: string): EffectMarks {
  const pathOf = (effectId: string): string =>
    join(dir, `${createHash('sha256').update(effectId).digest('hex').slice(0, 32)}.mark`);
  /** What goes wrong here is told in replies, which name no folder of this machine. */
  const namingNone = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      const said = messageOfError(error).replaceAll(dir, basename(dir));
      throw new Error(said, { cause: error });
    }
  };
  return {
    begin: (effectId) =>
      namingNone(() => {
        const path = pathOf(effectId);
        const before = readCount(path);
        mkdirSync(dir, { recursive: true });
        writeFileSync(path, `${before + 1}\n`);
        return before;
      }),
    end: (effectId) => namingNone(() => rmSync(pathOf(effectId), { force: true })),
  };
}

function readCount(path: string): number {
  try {
    const count = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(count) ? count : 0;
  } catch {
    return 0;
  }
}

/** `handlers` with marks: an effect in which the process ended twice is given up with the reason. */
export function withMarks(handlers: EffectHandlers, marks: EffectMarks): EffectHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, withMark(name, handler, marks)]),
  );
}

/** What an actor hears of an effect that is not tried again, with the reason as a code. */
export const gaveUp = (effect: string, code: ErrorCode, error: string): ActorEvent => {
  const event = { type: 'EFFECT_FAILED', effect, code, error };
  return event;
};

function withMark(name: string, handler: EffectHandler, marks: EffectMarks): EffectHandler {
  return {
    ...handler,
    async run(input, context) {
      const endings = marks.begin(context.effectId);
      try {
        if (endings < endingsMax) return await handler.run(input, context);
        const error = `${name} is not tried again: the service ended ${endings} times in the middle of it. Look at the files it reads and at the log of the service, then ask for it anew.`;
        return gaveUp(name, 'work_given_up', error);
      } finally {
        marks.end(context.effectId);
      }
    },
  };
}
