/** Everything about papers in a control plane: what works on them, their effects, the evidence that is fetched for them. */
import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import { collectSecrets, createRedactor } from '../../config/redaction.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import type { ControlContext, PaperTools } from '../../control/common/index.ts';
import {
  createEffectMarks,
  createWritingStops,
  type PaperModel,
} from '../../control/papers/index.ts';
import { createPaperEffects, createPaperTools } from '../../control/publication/index.ts';
import { createCollectEvidence } from '../../control/runs/index.ts';
import { runSchema } from '../../domain/records.ts';
import type { SshSource } from '../../evidence-sync/ssh/ssh-source.ts';
import { createPaperWork, type PaperWork } from '../../papers/work/paper-work.ts';
import type { AppOptions } from '../options.ts';
import { hearUsage } from './hear-usage.ts';
import { openPaperModel } from './paper-model.ts';
import { publicationFacts } from './publication-facts.ts';

interface PaperPartOptions extends Pick<ControlContext, 'reads' | 'workers'> {
  readonly config: OrreryConfig;
  readonly options: AppOptions;
  readonly ssh: SshSource | null;
  /** Absolute, each there already or made when it is needed. */
  readonly folders: { readonly artifactRoot: string; readonly marks: string };
  readonly keyFile: string;
  readonly context: () => ControlContext;
  /** The same, whose questions wait for a store that is away. */
  readonly patientContext: () => ControlContext;
}

/** `close` when nobody asks any more. */
export interface PaperPart {
  readonly tools: PaperTools;
  readonly work: PaperWork;
  readonly effects: EffectHandlers;
  /** How the last request to the endpoint of the external writer went; null: none did, or there is none. */
  writerOutcome(): ReturnType<PaperModel['lastOutcome']>;
  close(): Promise<void>;
}

/** Puts it together; processes start when there is work. */
export function createPaperPart({
  config,
  options,
  ssh,
  folders,
  keyFile,
  context,
  patientContext,
  reads,
  workers,
}: PaperPartOptions): PaperPart {
  const { clock, entropy, log } = options;
  const work = createPaperWork({ secrets: collectSecrets(config), ...options.paperWork });
  const model = openPaperModel(config, { clock, entropy, context });
  const paperOptions = {
    artifactRoot: folders.artifactRoot,
    corpusDir: config.corpus.dir,
    workers,
    reads,
    clock,
    work,
    marks: createEffectMarks(folders.marks),
    stops: createWritingStops(),
    keyFile,
    redact: createRedactor(config),
    syncTimeoutMs: config.evidenceSync.timeoutMs,
    ...(ssh === null ? {} : { ssh }),
    publication: publicationFacts(config),
    syncBeforeRewrite: config.evidenceSync.enabled,
    replicates: config.replication.beforePublication,
    model,
    writerFallback: config.paperWriter.fallbackEnabled,
  };
  return {
    tools: createPaperTools(paperOptions),
    work,
    effects: {
      'evidence.collect': createCollectEvidence({
        ...paperOptions,
        exitCodeOf: async (runId) => {
          const run = await reads.get('run', runId);
          return run === undefined ? null : runSchema.parse(run).exit_code;
        },
        hearUsage: hearUsage(patientContext, log),
        onSynced: (runId, report) =>
          log.info(
            {
              run_id: runId,
              method: report.method,
              fetched: report.fetched.length,
              unchanged: report.unchanged.length,
              bytes: report.bytes,
              failed: report.failed,
              error: report.error,
            },
            'evidence was fetched',
          ),
      }),
      ...createPaperEffects(paperOptions),
    },
    writerOutcome: () => model?.lastOutcome() ?? null,
    async close() {
      await model?.close();
      await work.close();
      await ssh?.close();
    },
  };
}
