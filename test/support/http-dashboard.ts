/** The dashboard, as it is built, behind a real server with replies that a test decides. */
import { join } from 'node:path';
import type { z } from 'zod';
import { reported } from '../../src/domain/freshness.ts';
import { loadDashboardAssets } from '../../src/http/dashboard-assets.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import {
  JsonText,
  ok,
  type Route,
  type RouteRequest,
  type RouteResult,
} from '../../src/http/route.ts';
import { type DashboardContext, dashboardRoutes } from '../../src/http/routes/dashboard.ts';
import type { overviewReplySchema } from '../../src/http/wire/overview.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { type CannedFeed, createCannedFeed } from './canned-feed.ts';
import {
  cannedReply,
  listOf,
  problem,
  recordedReply,
  recordedRow,
  routeOf,
} from './canned-reply.ts';
import { type Running, silentLog, startTransport } from './http.ts';

export const dashboardToken = 'a-token-of-the-dashboard-tests';

export interface CannedRequest {
  readonly method: string;
  /** Below `/control/api/v1/`, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** What the dashboard asks for, as the service has it. */
const routes = (
  [
    ['GET', 'overview'],
    ['GET', 'queue'],
    ['GET', 'papers'],
    ['GET', 'events'],
    ['GET', 'events/{event_id}'],
    ['GET', 'runs'],
    ['GET', 'runs/{run_id}'],
    ['GET', 'runs/{run_id}/telemetry'],
    ['GET', 'runs/{run_id}/idle-reckoning'],
    ['GET', 'runs/{run_id}/log'],
    ['GET', 'explain/{kind}/{id}'],
    ['GET', 'workers'],
    ['POST', 'workers/{name}/refresh'],
    ['POST', 'workers/{name}/callbacks/retry'],
    ['POST', 'queue/{project_id}/cancel'],
    ['POST', 'runs/{run_id}/processes/{pid}/end'],
    ['POST', 'queue/plan'],
  ] as const
).map(([method, path]) => routeOf(method, `/control/api/v1/${path}`));

type OverviewReply = z.input<typeof overviewReplySchema>;

export interface CannedReplies {
  overview: OverviewReply;
  /** Fields of the rows that are not as the reference shows them. */
  queue: readonly object[];
  papers: readonly object[];
  events: readonly object[];
  /** Whether each list says that it goes on. */
  hasMore?: boolean;
  /** Answers whatever else is asked for; absent, or undefined: 404. */
  other?: (request: CannedRequest) => RouteResult | undefined | Promise<RouteResult | undefined>;
  /** When set, every API reply is this instead, whether or not the service would answer so. */
  instead: (() => RouteResult | Promise<RouteResult>) | null;
}

export interface DashboardServer extends Running {
  readonly replies: CannedReplies;
  /** Paths asked for so far. */
  readonly asked: string[];
  readonly feed: CannedFeed;
}

/** All of an event, whatever its row in the list says. */
const eventOf = (id: number) => {
  const reply = recordedReply('events.get');
  return { ...reply, event: { ...(reply['event'] as object), event_id: id } };
};

/** Narrowed as the service does it, by what the page narrows its lists to. */
const isAskedFor = (row: Record<string, unknown>, query: CannedRequest['query']): boolean =>
  ['status', 'project_id'].every((name) => !query[name] || row[name] === query[name]);

/** `stop` rejects when a reply was not one that the service could have given. */
export async function startDashboard(replies: CannedReplies): Promise<DashboardServer> {
  const root = join(import.meta.dirname, '../..');
  const dashboard = await loadDashboardAssets(join(root, 'dist', 'dashboard'));

  const rowsOf = (name: 'queue' | 'papers' | 'events', query: CannedRequest['query']) => {
    const all = replies[name].filter((row) => isAskedFor({ ...row }, query));
    const from = (Number(query['cursor']) || 0) + (Number(query['skip']) || 0);
    const rows = all.slice(from, from + (Number(query['page_size']) || 50));
    const next = from + rows.length;
    return listOf(
      rows.map((fields) => recordedRow(`${name}.list`, fields)),
      next < all.length ? String(next) : replies.hasMore,
    );
  };
  const lists = ['queue', 'papers', 'events'] as const;
  const answer = async (request: CannedRequest): Promise<RouteResult> => {
    const instead = replies.instead?.();
    if (instead !== undefined) return instead;
    if (request.path === 'overview') {
      return ok({ ...replies.overview, generated_at: new Date().toISOString() });
    }
    const list = lists.find((name) => name === request.path);
    if (list !== undefined) return ok(rowsOf(list, request.query));
    const event = /^events\/(\d+)$/.exec(request.path)?.[1];
    if (event !== undefined) return ok(eventOf(Number(event)));
    const reply = await replies.other?.(request);
    return reply ?? problem('run_not_found', `nothing is kept at ${request.path}`);
  };
  const asked: string[] = [];
  const broken: string[] = [];
  const serve = (route: Route<never>): Route<DashboardContext> => ({
    ...route,
    handler: async (request): Promise<RouteResult> => {
      const { method, path: address, query, signal } = request as RouteRequest<null, object, null>;
      asked.push(address);
      const path = decodeURIComponent(address.slice('/control/api/v1/'.length));
      const result = await answer({ method, path, query: { ...query }, signal });
      if (replies.instead !== null) return result;
      const { status, body, contentType } = result;
      try {
        const text = cannedReply(route, status, contentType ? JSON.parse(String(body)) : body);
        return { ...result, body: contentType ? text : new JsonText(text) };
      } catch (error) {
        broken.push(String(error));
        throw error;
      }
    },
  });
  const handlers = createPipeline<DashboardContext>({
    routes: [...dashboardRoutes, ...routes.map(serve)],
    context: { dashboard },
    tokens: { control: dashboardToken, worker: '' },
    clock: systemClock,
    entropy: systemEntropy,
    log: silentLog,
  });
  const feed = createCannedFeed(dashboardToken);
  const running = await startTransport('node', { ...handlers, upgrade: feed.upgrade });
  const stop = async (): Promise<void> => {
    await running.stop();
    if (broken.length > 0) throw new Error(broken.join('\n'));
  };
  return { ...running, replies, asked, feed, stop };
}

const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();

/** A word of a worker about its run, so many minutes old. */
const said = (worker: string, minutes: number) =>
  reported(
    Date.now(),
    { worker_target: worker, last_callback_at: minutesAgo(minutes), ended_at: null },
    3_600_000,
  );

/** A lively service: two runs, two items for a person, papers on their way. */
export function livelyReplies(): CannedReplies {
  return {
    instead: null,
    overview: {
      ok: true,
      generated_at: minutesAgo(0),
      source: 'store',
      plane: null,
      log_epoch: 'first',
      headline: '2 items need a person. 2 running, 4 queued.',
      leave_alone: false,
      trouble: '2 items need a person.',
      reasons: [
        {
          code: 'items_wait',
          severity: 'warn',
          subject: null,
          title: '2 items need a person because of one cause',
          detail: 'the worker refused the project folder. Look after the reason, then retry',
          since: minutesAgo(180),
          known: true,
          holds_up: { items: 2, papers: 0, at_least: false, examples: ['sparse-kv-cache'] },
          act: {
            verb: 'retry_items',
            label: 'Look after the reason, then retry all 2',
            button: 'Queue all 2 again',
            target: null,
            consequence: 'The items are queued again and start when their lanes are free.',
            request: {
              method: 'POST',
              path: '/control/api/v1/queue/plan',
              body: {
                verb: 'retry',
                project_ids: ['sparse-kv-cache', 'mixture-routing-ablation'],
              },
            },
          },
        },
      ],
      needs_somebody: 2,
      cautions: [],
      budgets: [],
      forecast: {
        until: minutesAgo(-480),
        hours: 8,
        items: 6,
        at_least: false,
        will_have_run: 4,
        waits: [{ reason: 'their turn', items: 1 }],
        basis: { runs: 100, median_seconds: 5400 },
        sentence: 'In 8 hours 4 of 6 will have run; 1 waits for their turn.',
      },
      control: { status: 'open', reason: null, changed_by: null },
      pump: {
        status: 'waiting',
        enabled: true,
        dispatches: true,
        why_not: null,
        next_look_at: null,
        changed_by: 'ann',
        changed_at: minutesAgo(60),
      },
      operator_detail_counts: { queue: {}, papers: {}, reviews: {}, queue_total: 73 },
      workers: [],
      next_candidate: null,
      next_reason: 'every lane is busy',
      live_dispatch_enabled: true,
      operator_counts: {
        attention: 2,
        running: 2,
        queued: 4,
        paused: 1,
        write: 2,
        finalize: 1,
        publish: 3,
        imported: 41,
        done_no_paper: 17,
      },
      paper_pipeline: {
        write_needed: 2,
        raw_completed_no_paper_candidates: 19,
        not_writable_by_decision_gate: 17,
        publish_ready: 3,
        published_imported: 41,
      },
      cards: [
        { id: 'attention', title: 'Needs a person', value: 2, detail: 'oldest 3 h' },
        { id: 'running', title: 'Running', value: 2, detail: 'on 2 of 3 workers' },
        { id: 'write', title: 'Papers to write', value: 2, detail: 'of 6 positive decisions' },
        { id: 'publish', title: 'Ready to publish', value: 3, detail: 'lint and audit pass' },
        { id: 'imported', title: 'In the corpus', value: 41, detail: '2 this week' },
      ],
      top_items: [
        {
          project_id: 'mixture-routing-ablation',
          project_name: 'mixture-routing-ablation',
          status: 'needs_review',
          operator_lane: 'attention',
          reason: 'the agent asks: should the 7B baseline be rerun with the new tokenizer?',
          next_step: 'answer the question; the run resumes with your words',
          since: minutesAgo(183),
        },
        {
          project_id: 'kv-cache-quantisation-int4',
          project_name: 'kv-cache-quantisation-int4',
          status: 'dispatch_error',
          operator_lane: 'attention',
          reason: 'worker gpu-box-2 refused three dispatches: out of disk space',
          next_step: 'free space on gpu-box-2, then retry',
          since: minutesAgo(26),
        },
      ],
      active: [
        {
          project_id: 'sparse-kv-cache',
          project_name: 'sparse-kv-cache',
          run_id: 'sparse-kv-cache-20261121T004501123',
          status: 'awaiting_wake',
          worker_target: 'gpu-box-1',
          age_seconds: 720,
          started_at: minutesAgo(12),
          gate_state: 'watching',
          freshness: said('gpu-box-1', 1),
          next_step: 'wait for its callback',
        },
        {
          project_id: 'adamw-8bit-sgdm-momentum',
          project_name: 'adamw-8bit-sgdm-momentum',
          run_id: 'adamw-8bit-sgdm-momentum-20261120T211501001',
          status: 'running',
          worker_target: 'gpu-box-3',
          age_seconds: 13_000,
          started_at: minutesAgo(216),
          gate_state: 'watching',
          freshness: said('gpu-box-3', 9),
          next_step: 'wait for its callback',
        },
      ],
      recent_events: [
        ['run.idle_candidate', 'sparse-kv-cache', 'CPU 4 %, GPU 0 %, quiet for 3:20', 0.2],
        ['queue_item.claimed', 'adamw-8bit-sgdm-momentum', 'lane gpu-box-3', 216],
        ['paper.drafted', 'null-result-memory-replay', '14 claims, all matched', 240],
        ['worker_callback.wake_ready', 'null-result-memory-replay', 'quiet for 5:00', 255],
        ['control.resumed', 'control', 'by operator', 1500],
      ].map(([event_type, entity_id, summary, minutes], index) => ({
        event_id: 1200 - index,
        event_type: String(event_type),
        entity_type: 'run',
        entity_id: String(entity_id),
        actor: 'orrery',
        created_at: minutesAgo(Number(minutes)),
        summary: String(summary),
      })),
    },
    queue: [
      { project_id: 'sparse-kv-cache', status: 'awaiting_wake', machine_target: 'gpu-box-1' },
      {
        project_id: 'mixture-routing-ablation',
        status: 'needs_review',
        manual_review_required: true,
        operator_next_step: 'Answer the question',
      },
      {
        project_id: 'rope-scaling-1m',
        status: 'queued',
        dispatch_priority: 10,
        operator_next_step: 'Next on gpu-box-2 once it is free',
      },
      {
        project_id: 'moe-dropout',
        status: 'queued',
        manual_review_required: true,
        blocked_reason: 'possible duplicate of mixture-routing-ablation',
      },
      {
        project_id: 'tiny-draft-models',
        status: 'paused',
        operator_next_step: 'Paused by operator',
      },
      { project_id: 'lora-rank-sweep', status: 'completed' },
    ].map((row, index) => ({
      dispatch_priority: 50,
      selection_rank: 50,
      updated_at: minutesAgo(index * 37 + 1),
      manual_review_required: false,
      ...row,
    })),
    papers: [
      {
        paper_id: 'p1--draft',
        title: 'Null result: memory replay does not help on real workflows',
        paper_status: 'draft_review',
        project_id: 'null-result-memory-replay',
        decision: {
          project_decision: 'finalize_negative',
          research_outcome: 'negative',
          hypothesis_status: 'unsupported',
        },
        updated_at: minutesAgo(240),
      },
      {
        paper_id: 'p2--draft',
        title: null,
        paper_status: 'draft_generating',
        project_id: 'lora-rank-sweep',
        decision: {
          project_decision: 'finalize_positive',
          research_outcome: 'paper_positive',
          hypothesis_status: 'supported',
        },
        updated_at: minutesAgo(1),
      },
    ],
    events: [],
  };
}
