/**
 * Preflight: may a run be started on this worker now? Every check says what it saw; what could not
 * be seen fails the check it feeds. The result is kept with the worker, so that a dispatch shortly
 * after need not ask again.
 */
import { limits } from '../../domain/limits.ts';
import { stateWord } from '../../domain/state-words.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { tokenFingerprint } from '../../worker-wire/token-fingerprint.ts';
import { type Needs, readSwitch } from '../common/index.ts';

import { askTarget, askWorker, type WorkerAnswers, type WorkerTarget } from '../fleet/index.ts';

import {
  check,
  checkWorker,
  isAdvice,
  type PreflightCheck,
  type PreflightReply,
  unknownMark,
} from './preflight-checks.ts';
import { keepObservation } from './worker-observing.ts';
import { latestWorker } from './worker-state.ts';

interface PreflightOptions {
  readonly requirePaused: boolean;
  /** Every check must pass; otherwise those marked as advice may fail. */
  readonly strict: boolean;
  readonly maxGpuPct: number;
  readonly minMemoryAvailableMib: number;
  /** A stored result with the same options younger than this serves; 0 asks the worker. */
  readonly reuseMs: number;
  /** Checks this token instead of the configured one; what is seen then is not stored. */
  readonly bearerToken?: string;
}

/** What a dispatch asks for, and what is asked in the background. */
export function usualOptions(target: WorkerTarget, reuseMs: number): PreflightOptions {
  return {
    requirePaused: false,
    strict: false,
    maxGpuPct: 5,
    minMemoryAvailableMib: target.minMemoryAvailableMib,
    reuseMs,
  };
}

/**
 * Runs the checks, or repeats a fresh result, and keeps what was seen. Requests at the same time for
 * one address share one look at it.
 */
export async function runPreflight(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
  target: WorkerTarget,
  options: PreflightOptions,
): Promise<PreflightReply> {
  const { bearerToken } = options;
  if (bearerToken !== undefined) {
    const client = target.clientWith(bearerToken);
    try {
      return await judge(context, target, options, await askWorker(client, context.clock));
    } finally {
      await client.close();
    }
  }
  const kept = options.reuseMs > 0 ? await readKept(context, target, options) : null;
  if (kept !== null) return kept;
  const answers = await context.workers.sightings.lookNow(target.lane, () =>
    askTarget(target, context.clock),
  );
  return judgeAndKeep(context, target, options, answers);
}

/** A fresh preflight of every worker, for status pages. */
export async function refreshWorkers(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
): Promise<PreflightReply[]> {
  return Promise.all(
    context.workers.targets.map((target) => runPreflight(context, target, usualOptions(target, 0))),
  );
}

/**
 * Judges answers that were had already. Kept as the worker's health is what a dispatch would make of
 * them, whatever bounds somebody tried out.
 */
export async function judgeAndKeep(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
  target: WorkerTarget,
  options: PreflightOptions,
  answers: WorkerAnswers,
): Promise<PreflightReply> {
  const reply = await judge(context, target, options, answers);
  const usual = usualOptions(target, options.reuseMs);
  const key = optionsKey(usual);
  const kept = optionsKey(options) === key ? reply : await judge(context, target, usual, answers);
  const { startedMs } = answers;
  await keepObservation(context, target, { reply: kept, optionsKey: key, startedMs });
  return reply;
}

async function judge(
  context: Needs<'clock' | 'reads' | 'settings'>,
  target: WorkerTarget,
  options: PreflightOptions,
  answers: WorkerAnswers,
): Promise<PreflightReply> {
  const control = await readSwitch(context);
  const { completionCallbackToken, controlToken, sampleAgeMsMax } = context.settings;
  const checks: PreflightCheck[] = [
    ...(options.requirePaused
      ? [
          check(
            'control_queue_paused',
            control.status !== 'open',
            `the queue is ${stateWord(control.status)}`,
          ),
        ]
      : []),
    check(
      'control_maintenance_mode',
      control.status !== 'maintenance',
      control.status === 'maintenance' ? 'maintenance mode is on' : 'maintenance mode is off',
    ),
    ...checkWorker(answers, {
      ...options,
      callbackTokenFingerprints: [completionCallbackToken, controlToken].flatMap((token) =>
        token === undefined ? [] : tokenFingerprint(token.reveal()),
      ),
      sampleAgeMsMax: sampleAgeMsMax ?? limits.workerSampleAgeMs,
    }),
  ];
  const failing = checks.filter((entry) => !entry.ok && (options.strict || !isAdvice(entry.name)));
  return {
    ok: failing.length === 0,
    target: target.name,
    summary: failing.length === 0 ? summarizePass(checks) : summarize(failing),
    checks,
    observed_at: toIsoTime(context.clock.now()),
    cached: false,
  };
}

/** The failing checks in words; those that could not be made only follow from the others. */
function summarize(failing: readonly PreflightCheck[]): string {
  const seen = failing.filter((entry) => !entry.detail.startsWith(unknownMark));
  const shown = seen.length === 0 ? failing : seen;
  const unknown = failing.length - shown.length;
  const words = shown.map((entry) => `${entry.name}: ${entry.detail}`).join('; ');
  return unknown === 0 ? words : `${words} (and ${unknown} checks that could not be made)`;
}

/** A pass in words, with the advice that speaks against it. */
function summarizePass(checks: readonly PreflightCheck[]): string {
  const advice = checks.filter((entry) => !entry.ok);
  if (advice.length === 0) return `${checks.length} checks passed`;
  const words = advice.map((entry) => `${entry.name}: ${entry.detail}`).join('; ');
  return `${checks.length - advice.length} of ${checks.length} checks passed; only with strict needed: ${words}`;
}

/** Options that must agree before a stored result may serve. */
function optionsKey(options: PreflightOptions): string {
  const { reuseMs: _, bearerToken: _token, ...rest } = options;
  return canonicalJson(rest);
}

async function readKept(
  context: Needs<'clock' | 'reads' | 'workers'>,
  target: WorkerTarget,
  options: PreflightOptions,
): Promise<PreflightReply | null> {
  if (context.workers.sightings.isDistrusted(target.lane)) return null;
  const worker = await latestWorker(context, target.name);
  if (worker?.status === 'unreachable' || worker?.url !== target.lane) return null;
  if (worker.observation === null || worker.observed_at === null) return null;
  const ageMs = context.clock.now() - Date.parse(worker.observed_at);
  // An observation from the future is one that the wall clock has left behind.
  if (ageMs < 0 || ageMs > Math.min(options.reuseMs, limits.preflightReuseMs)) return null;
  const kept = worker.observation as unknown as { reply: PreflightReply; options_key: string };
  // Only a pass is worth repeating: after a failure the operator has probably mended something.
  return kept.options_key === optionsKey(options) && kept.reply.ok
    ? { ...kept.reply, cached: true }
    : null;
}
