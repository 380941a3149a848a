/** The way to the language model of the external writer, where one is configured. */
import { join } from 'node:path';
import { createRedactor } from '../../config/redaction.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import type { ControlContext } from '../../control/common/index.ts';
import { dayTrouble, projectTrouble } from '../../control/dispatch/index.ts';
import {
  createKeptAnswers,
  createPaperModel,
  type PaperModel,
} from '../../control/papers/index.ts';
import { assert } from '../../lib/assert.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import { createModelEndpoint, type ModelEndpoint } from '../../model-endpoint/endpoint.ts';

interface PaperModelOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Known once the parts are put together. */
  readonly context: () => Pick<ControlContext, 'reads' | 'clock' | 'settings'>;
}

/** Undefined for the deterministic writer. Nothing is connected to before the first question. */
export function openPaperModel(
  config: OrreryConfig,
  { clock, entropy, context }: PaperModelOptions,
): PaperModel | undefined {
  const { paperWriter, service } = config;
  const endpoint = openModelEndpoint(config, clock);
  if (endpoint === undefined || paperWriter.model === null) return undefined;
  return createPaperModel({
    endpoint,
    model: paperWriter.model,
    temperature: paperWriter.temperature,
    maxTokens: paperWriter.maxTokens,
    callsMax: paperWriter.callsMax,
    tokensMax: paperWriter.paperTokensMax,
    inputPriceUsd: paperWriter.inputPriceUsd,
    outputPriceUsd: paperWriter.outputPriceUsd,
    kept: createKeptAnswers(join(service.stateDir, 'paper-answers')),
    clock,
    entropy,
    async spendingTrouble(projectId) {
      const trouble =
        (await dayTrouble(context())) ??
        (await projectTrouble(context(), { project_id: projectId }));
      return trouble?.reason ?? null;
    },
  });
}

/** The endpoint alone, to see whether it answers; undefined for the deterministic writer. */
export function openModelEndpoint(config: OrreryConfig, clock: Clock): ModelEndpoint | undefined {
  const { paperWriter } = config;
  if (paperWriter.provider === 'deterministic') return undefined;
  assert(
    paperWriter.baseUrl !== null && paperWriter.apiKey !== null,
    'a configuration that passed its relations has the address and the key of the writer',
  );
  return createModelEndpoint({
    baseUrl: paperWriter.baseUrl,
    key: paperWriter.apiKey.reveal(),
    timeoutMs: paperWriter.timeoutMs,
    streams: paperWriter.streamEnabled,
    clock,
    redact: createRedactor(config),
  });
}
