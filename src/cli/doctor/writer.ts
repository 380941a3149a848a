/** Whether the endpoint of the external writer answers and takes the key; its model is asked nothing. */
import { openModelEndpoint } from '../../app/plane/paper-model.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

const name = 'paper writer';

/** Nothing for a worker gate, which writes no papers. */
export async function examineWriter(config: OrreryConfig): Promise<Finding[]> {
  if (config.service.role === 'worker') return [];
  const { model, fallbackEnabled } = config.paperWriter;
  const endpoint = openModelEndpoint(config, systemClock);
  if (endpoint === undefined) return [fine(name, 'deterministic, which needs nothing')];
  try {
    const trouble = await endpoint.findTrouble(new AbortController().signal);
    if (trouble === null) return [fine(name, `the endpoint of ${model} answers`)];
    const found = `the endpoint of ${model} cannot be used: ${trouble}`;
    const mend = 'correct paper_writer_base_url or paper_writer_api_key';
    return [
      fallbackEnabled
        ? warning(name, found, `${mend}; until then papers are written without a model`)
        : problem(name, found, `${mend}, or set paper_writer_fallback_enabled to true`),
    ];
  } finally {
    await endpoint.close();
  }
}
