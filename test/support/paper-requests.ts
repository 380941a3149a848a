/** Requests to the paper routes with the headers of their replies, and papers to send them about. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PaperStatus, ReviewStatus } from '../../src/domain/statuses.ts';
import { sampleDecision, sampleFiles } from '../unit/papers/support.ts';
import { type TestService, token, until } from './service.ts';

export type Row = Readonly<Record<string, unknown>>;
export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly body: Row;
  readonly replayed: boolean;
}

/** Both route families; they answer alike. */
export const families = ['publication-automation', 'paper-reviews'] as const;

/** The service checks the shape of every reply itself. */
export async function send(
  service: TestService,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const response = await fetch(`${service.app.baseUrl}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    text,
    body: isJson ? (JSON.parse(text) as Row) : {},
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

const tell = (
  service: TestService,
  to: { readonly kind: string; readonly id: string },
  event: { readonly type: string } & Row,
) => service.app.control!.context.actors.ask(to, event, { by: 'planter', settle: true });

/** A paper in publication automation without files, in the status asked for. */
export async function plantReview(
  service: TestService,
  id: string,
  status: ReviewStatus = 'queued',
  paperStatus: PaperStatus = 'publication_draft',
): Promise<void> {
  const address = { kind: 'paper_review', id };
  const [project] = id.split('-2026');
  await tell(service, address, {
    type: 'PAPER_CHANGED',
    paper_id: id,
    project_id: project,
    run_id: id.replace('--draft', ''),
    title: `About ${project}`,
    paper_status: paperStatus,
  });
  if (status !== 'queued') {
    const note = 'planted';
    const event = { type: 'SET_STATUS', review_status: status, note, blocker: null };
    await tell(service, address, event);
  }
  await untilEvaluated(service, id);
}

/** Waits until lint and audit of the paper as it is now are known. */
export const untilEvaluated = (service: TestService, id: string): Promise<Row> =>
  until(async () => {
    const row = await service.app.control!.context.reads.get('paper_review', id);
    return row?.['evaluated_at'] !== null && row;
  }, `${id} is evaluated`);

let planted = 0;
const nextMark = (): number => {
  planted += 1;
  return planted;
};
/** A real draft made of real evidence files, without a run; answers its id. Of one mark are equal results. */
export async function plantDraft(
  service: TestService,
  project: string,
  files: Readonly<Record<string, string>> = sampleFiles,
  mark: number = nextMark(),
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(evidenceFolder(service, project), path);
    mkdirSync(dirname(target), { recursive: true });
    // Equal bytes would be one result, of which the corpus wants one paper.
    const own = path.startsWith('results/') ? '\n'.repeat(mark) : '';
    writeFileSync(target, `${content}${own}`);
  }
  const run = `${project}-20260101T000000000`;
  const id = `${run}--draft`;
  const address = { kind: 'paper', id };
  await tell(service, address, {
    type: 'DRAFT',
    paper_id: id,
    project_id: project,
    project_name: `Memory ${project}`,
    project_dir: project,
    run_id: run,
    decision: sampleDecision,
  });
  await untilEvaluated(service, id);
  return id;
}

/** Where a project's evidence and papers lie. */
export const evidenceFolder = (service: TestService, project: string): string =>
  join(service.dir, 'state', 'artifacts', project);
