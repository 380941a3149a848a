/** The soak's operators: they dispatch, cancel, mend, hold back, write papers and publish them. */
import { asText } from '../lib/as-text.ts';
import { pick } from './chance.ts';
import { type Answer, membersOf } from './http-client.ts';
import { loadLoop } from './loops.ts';
import { type Members, rowsIn, type Stage } from './stage.ts';
import type { Scene } from './world.ts';

const by = { requested_by: 'soak' };
const queuePath = '/control/api/v1/queue';

/** What an answer says was done; its status where it says nothing. */
const actionOf = (answer: Answer | null): string =>
  answer === null ? 'no answer' : asText(membersOf(answer)['action'], String(answer.status));

/** Starts whatever is next, and tries what would be next. */
export async function dispatchAll(stage: Stage<Scene>): Promise<void> {
  const random = stage.random('dispatch');
  await loadLoop(
    stage,
    () => 150 + random() * 500,
    async () => {
      if (random() < 0.2)
        await stage.ask('dispatch', '/control/dispatch-next', { dry_run: true, ...by });
      const answer = await stage.change('dispatch', '/control/dispatch-next', {
        dry_run: false,
        force_preflight: random() < 0.3,
        ...by,
      });
      stage.count(`dispatch-next: ${actionOf(answer)}`);
    },
  );
}

const attemptsMax = 3;

/** Puts back what went wrong, a few times; cancels some of what runs. */
export async function careForQueue(stage: Stage<Scene>): Promise<void> {
  const random = stage.random('care');
  const tried = new Map<string, number>();
  await loadLoop(
    stage,
    () => 1500 + random() * 1500,
    async () => {
      const status = pick(random, ['needs_review', 'blocked', 'dispatch_error'] as const);
      const page = await stage.read('list', `${queuePath}?status=${status}&page_size=20`);
      for (const row of rowsIn(page)) {
        const id = String(row['project_id']);
        const times = (tried.get(id) ?? 0) + 1;
        if (times > attemptsMax || !stage.running) continue;
        tried.set(id, times);
        await stage.change('write', `${queuePath}/${id}/retry`, by);
      }
      if (random() > 0.15) return;
      const running = await stage.read('list', `${queuePath}?status=running&page_size=5`);
      const [row] = rowsIn(running);
      if (row === undefined) return;
      await stage.change('dispatch', `${queuePath}/${String(row['project_id'])}/cancel`, by);
      stage.count('cancels');
    },
  );
}

/** What the shelf's items must be in the end, by what was acknowledged. */
export type Shelf = Map<string, { readonly status: string; readonly priority: number }>;

/** The last in the queue: others are dispatched first. */
const shelfPriority = 1000;

/** Ideas that nobody dispatches: held back, put back, moved and canceled, one verb at a time. */
export async function moveShelf(stage: Stage<Scene>, shelf: Shelf): Promise<void> {
  const random = stage.random('shelf');
  const { workers } = stage.world;
  let made = 0;
  await loadLoop(
    stage,
    () => 300 + random() * 700,
    async () => {
      if (shelf.size < 20) {
        made += 1;
        const id = `shelf-${made}`;
        const answer = await stage.change('write', '/control/api/v1/projects', {
          project_id: id,
          title: `On the shelf ${made}`,
          priority: shelfPriority,
          machine_target: workers[0]!.name,
          workload_class: 'cpu_only',
          prompt: 'Wait.',
        });
        if (answer === null || answer.status >= 300) return;
        shelf.set(id, { status: 'queued', priority: shelfPriority });
      }
      const [id, item] = pick(random, [...shelf]);
      const verb = pick(random, verbsIn(item.status));
      const priority = shelfPriority - Math.floor(random() * 100);
      const content = verb === 'edit' ? { fields: { priority }, ...by } : by;
      const answer = await stage.change('write', `${queuePath}/${id}/${verb}`, content);
      // It was dispatched after all, or nobody knows: no longer the shelf's.
      if (answer === null || answer.status >= 300) return void shelf.delete(id);
      shelf.set(id, verb === 'edit' ? { ...item, priority } : { ...item, status: after[verb] });
    },
  );
}

const after = { pause: 'paused', resume: 'queued', cancel: 'canceled', retry: 'queued' } as const;
type Verb = keyof typeof after | 'edit';

function verbsIn(status: string): readonly Verb[] {
  if (status === 'canceled') return ['retry'];
  if (status === 'paused') return ['edit', 'edit', 'resume', 'cancel'];
  return ['pause', 'pause', 'edit', 'cancel'];
}

/** Drafts, rewrites, packages and imports; answers the public ids that the service acknowledged. */
export async function publish(stage: Stage<Scene>, published: Map<string, string>): Promise<void> {
  const random = stage.random('papers');
  const given = new Map<string, number>();
  await loadLoop(
    stage,
    () => 500 + random() * 1000,
    async () => {
      const draft = { dry_run: false, force: random() < 0.1, ...by };
      const drafted = await stage.change('paper', '/control/papers/draft-next', draft);
      stage.count(`draft-next: ${actionOf(drafted)}`);
      const list = await stage.read('list', '/control/api/v1/papers?page_size=30');
      for (const paper of rowsIn(list)) {
        const id = String(paper['paper_id']);
        const tries = given.get(id) ?? 0;
        // What the gates refuse will not become better.
        if (tries >= 8 || published.has(id) || !stage.running) continue;
        given.set(id, tries + (await advance(stage, id, paper, published)));
      }
    },
  );
}

/** One step of a paper; 1 when something was tried. */
async function advance(
  stage: Stage<Scene>,
  id: string,
  paper: Members,
  published: Map<string, string>,
): Promise<number> {
  const family = `/control/api/paper-reviews/${id}`;
  if (paper['paper_status'] === 'draft_review') {
    await stage.change('paper', `${family}/rewrite-draft`, { force: false, ...by });
    return 1;
  }
  if (paper['paper_status'] !== 'publication_draft') return 0;
  const detail = await stage.read('read', `/control/api/v1/papers/${id}`);
  const review = detail['review'] as Members | null | undefined;
  if (review === null || review === undefined || review['audit_verdict'] === null) return 0;
  if (review['paper_status'] !== 'publication_draft') return 0;
  if (review['review_status'] !== 'finalized') {
    await stage.change('paper', `${family}/prepare-finalization-package`, {
      dry_run: false,
      ...by,
    });
    return 1;
  }
  const answer = await stage.change('paper', '/control/api/v1/corpus/import', {
    paper_id: id,
    dry_run: false,
    ...by,
  });
  if (answer === null || answer.status >= 300) return 1;
  published.set(id, String(membersOf(answer)['public_id']));
  stage.count('imports');
  return 1;
}
