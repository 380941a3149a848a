/**
 * What the pump may do, each by the use case that does it for an operator: a dry run says whether
 * there is something to do, a keyed command does it. What stands against it is said in its words.
 */
import { limits } from '../../domain/limits.ts';
import type { PumpDone, PumpPart, PumpTried, PumpWriting } from '../../domain/records.ts';
import { asText, filledText } from '../../lib/as-text.ts';
import { type CommandName, runCommand } from '../commands/index.ts';
import {
  type CommandContext,
  type ControlContext,
  createBareShelf,
  findHolds,
  holdWords,
  isAnswer,
  type Needs,
  passedOver,
  readSwitch,
} from '../common/index.ts';

/** By whom its requests are made, in the audit log. */
export const pumpName = 'pump';

type Reply = Readonly<Record<string, unknown>>;

interface Part {
  readonly command: CommandName;
  /** Of the command; without `dry_run` and `requested_by`. */
  request(settings: ControlContext['settings']): object;
  /** The reply's `action` where there is something to do, and where it was done. */
  readonly found: string;
  readonly done: readonly string[];
  /** Why the configuration does not let the pump do it; null: it does. */
  whyOff(settings: ControlContext['settings']): string | null;
}

const notAllowed = (allowed: boolean, field: string): string | null =>
  allowed ? null : `${field} is false in the configuration`;

/** Where writing takes minutes nothing waits for a text. */
const onlyBegun = ({ beginsWriting }: ControlContext['settings']['pump']): object =>
  beginsWriting === true ? { wait: false } : {};

/** One row each. */
const table: Readonly<Record<PumpPart, Part>> = {
  draft: {
    command: 'draft_next',
    request: ({ pump }) => ({ force: false, ...onlyBegun(pump) }),
    found: 'dry_run_draft',
    done: ['drafted', 'draft_begun'],
    whyOff: ({ pump }) => notAllowed(pump.drafts, 'queue_pump_paper_draft_enabled'),
  },
  dispatch: {
    command: 'dispatch_next',
    request: () => ({ force_preflight: false }),
    found: 'dry_run_dispatch',
    done: ['live_dispatch'],
    whyOff: ({ liveDispatchEnabled }) => notAllowed(liveDispatchEnabled, 'live_dispatch_enabled'),
  },
  publish: {
    command: 'publish_next',
    request: ({ pump }) => onlyBegun(pump),
    found: 'dry_run_step',
    done: ['step_taken', 'step_begun'],
    whyOff: ({ pump }) => notAllowed(pump.publishes, 'queue_pump_publish_enabled'),
  },
  followup: {
    command: 'launch_followup',
    request: () => ({ max_followup_depth: limits.followupDepthDefault }),
    found: 'dry_run_followup',
    done: ['followup_queued'],
    whyOff: ({ pump }) => notAllowed(pump.followups, 'queue_pump_followup_launch_enabled'),
  },
};

/** The keyed command that a part of a step is. */
export const commandOf = (part: PumpPart): CommandName => table[part].command;
/** The same over restarts, and used by nobody else: one deed of one part in one step. */
export const keyOf = (tick: number, part: PumpPart): string => `pump.${tick}.${part}`;
/** Why the configuration keeps the pump from a part; null: it does not. */
export const whyOff = (part: PumpPart, { settings }: Needs<'settings'>): string | null =>
  table[part].whyOff(settings);

/** A part with what came of it; a long reason is cut. */
export function tried(
  part: PumpPart,
  outcome: PumpTried['outcome'],
  reason: string,
  code: string | null = null,
): PumpTried {
  const isLong = reason.length > limits.pumpReasonCharsMax;
  const said = isLong
    ? `${reason.slice(0, limits.pumpReasonCharsMax - 1).toWellFormed()}…`
    : reason;
  return { part, outcome, code, reason: said };
}

/**
 * Why nothing at all is done: maintenance, or what keeps every run from being started, as a paper or a follow-up would
 * meet the same disk. Null: nothing. A paused queue stops dispatches alone.
 */
export async function whyStill({ control }: CommandContext): Promise<string | null> {
  const { status, reason } = await readSwitch(control);
  if (status === 'maintenance')
    return `Maintenance mode is on${reason === null ? '' : ` (${reason})`}; orrery resume ends it`;
  const [hold] = findHolds(control);
  return hold === undefined ? null : holdWords(hold);
}

/** Whether there is something to do, and what stands against it otherwise. Changes nothing. */
export async function lookAt(context: CommandContext, part: PumpPart): Promise<PumpTried> {
  const off = whyOff(part, context.control);
  if (off !== null) return tried(part, 'off', off);
  const answer = await ask(onlyLooking(context), part, { dry_run: true, key: null });
  if ('refused' in answer) return answer.refused;
  const { action, reason, skipped_count: skipped } = answer.reply;
  if (action === table[part].found) return tried(part, 'found', filledText(reason) ?? '');
  const code = part === 'draft' && Number(skipped ?? 0) > 0 ? passedOver : null;
  return tried(part, 'nothing', filledText(reason) ?? '', code);
}

/** Nobody is told the plan of a look. */
const onlyLooking = (context: CommandContext): CommandContext => {
  const { control } = context;
  return { ...context, control: { ...control, plans: createBareShelf(control.clock) } };
};

/** Does it, once per key; a refusal is what came of it. */
export async function doPart(
  context: CommandContext,
  part: PumpPart,
  tick: number,
): Promise<{
  readonly done: PumpDone | null;
  readonly begun?: PumpWriting;
  readonly tried: PumpTried;
}> {
  const answer = await ask(context, part, { dry_run: false, key: keyOf(tick, part) });
  if ('refused' in answer) return { done: null, tried: answer.refused };
  const { reply } = answer;
  const reason = filledText(reply['reason']) ?? '';
  const action = asText(reply['action']);
  if (table[part].done.includes(action)) {
    const done = idsIn(part, reply);
    return { done, ...begunBy(action, done), tried: tried(part, 'done', reason) };
  }
  // Found a moment ago: what could not be drafted, or was paused or taken since.
  return { done: null, tried: tried(part, 'refused', reason) };
}

/** The text that was only begun. */
function begunBy(
  action: string,
  { part, paper_id }: PumpDone,
): { readonly begun: PumpWriting } | null {
  if (!action.endsWith('_begun') || paper_id === null) return null;
  return part === 'draft' || part === 'publish' ? { begun: { part, paper_id } } : null;
}

async function ask(
  context: CommandContext,
  part: PumpPart,
  { dry_run, key }: { readonly dry_run: boolean; readonly key: string | null },
): Promise<{ readonly reply: Reply } | { readonly refused: PumpTried }> {
  const { command, request } = table[part];
  const whole = { ...request(context.control.settings), dry_run, requested_by: pumpName };
  try {
    // The table has matching pairs; TypeScript cannot follow one key through two records.
    const { body } = await runCommand(context, command, {
      key,
      by: pumpName,
      request: whole,
    });
    return { reply: body as Reply };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { refused: tried(part, 'refused', error.message, error.code) };
  }
}

const fieldsOf = (value: unknown): Reply =>
  typeof value === 'object' && value !== null ? (value as Reply) : {};

function idsIn(part: PumpPart, reply: Reply): PumpDone {
  const of =
    part === 'publish'
      ? reply
      : fieldsOf(part === 'followup' ? reply['followup'] : reply['candidate']);
  return {
    part,
    project_id: filledText(of['project_id']),
    run_id: filledText(part === 'dispatch' ? fieldsOf(reply['live'])['run_id'] : of['run_id']),
    paper_id: filledText(of['paper_id']),
  };
}
