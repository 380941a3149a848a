/** The soak's ideas: over the API and in every file format, each of them once in the model. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from './chance.ts';
import { findingNames } from './findings.ts';
import { membersOf } from './http-client.ts';
import { loadLoop } from './loops.ts';
import { promptFor } from './scripts.ts';
import { rowsIn, type Stage } from './stage.ts';
import { monotonicMs } from './time.ts';
import type { Scene } from './world.ts';

interface Idea {
  readonly idea_id: string;
  readonly title: string;
  readonly prompt: string;
  readonly hypothesis: string;
  readonly workload_class: string;
  readonly machine_target: string;
  readonly priority: number;
  readonly tags: readonly string[];
}

/** What has been taken in, by what the service acknowledged. */
export class IdeaModel {
  /** Project ids that the service said it had created. */
  readonly created = new Set<string>();
  #made = 0;

  next(stage: Stage<Scene>, random: () => number, prefix = 'idea'): Idea {
    this.#made += 1;
    const worker = pick(random, stage.world.workers);
    const finding = random() < 0.5 ? 'positive' : pick(random, findingNames);
    const id = `${prefix}-${this.#made}`;
    return {
      idea_id: id,
      title: `Idea ${id}: adding numbers in the ${pick(random, ['usual', 'other', 'third'])} way`,
      prompt: promptFor(finding),
      hypothesis: 'The candidate is at least 1.1 times faster than the baseline.',
      workload_class: worker.isSimulated ? 'training' : 'cpu_only',
      machine_target: worker.name,
      priority: 1 + Math.floor(random() * 800),
      tags: [finding, 'soak'],
    };
  }
}

const intakePath = '/control/api/intake/ideas';

/** Batches of at most so many ideas over the API, dry runs, and the same ideas again under other keys. */
export async function takeInOverApi(
  stage: Stage<Scene>,
  model: IdeaModel,
  ideasMax = 3,
): Promise<void> {
  const random = stage.random('intake');
  let last: readonly Idea[] = [];
  await loadLoop(
    stage,
    () => 200 + random() * 800,
    async () => {
      const again = random() < 0.15;
      const ideas = again
        ? last
        : Array.from({ length: 1 + Math.floor(random() * ideasMax) }, () =>
            model.next(stage, random),
          );
      if (ideas.length === 0) return;
      if (random() < 0.1) {
        await stage.ask('write', intakePath, {
          idempotency_key: stage.nextKey(),
          source: 'soak',
          dry_run: true,
          ideas,
        });
      }
      if (random() < 0.2 && !again) return createProject(stage, model, ideas[0]!);
      const answer = await stage.change('write', intakePath, {
        source: 'soak',
        dry_run: false,
        ideas,
      });
      last = ideas;
      if (answer === null || answer.status >= 300) {
        if (answer !== null) stage.wrong(`an intake was refused: ${answer.status} ${answer.text}`);
        return;
      }
      noteCreated(model, rowsIn(membersOf(answer), 'candidates'));
    },
  );
}

function noteCreated(model: IdeaModel, candidates: readonly Readonly<Record<string, unknown>>[]) {
  for (const { project_id } of candidates) model.created.add(String(project_id));
}

async function createProject(stage: Stage<Scene>, model: IdeaModel, idea: Idea): Promise<void> {
  const { idea_id, ...rest } = idea;
  const content = { project_id: idea_id, ...rest };
  const answer = await stage.change('write', '/control/api/v1/projects', content);
  if (answer === null) return;
  if (answer.status < 300) model.created.add(idea_id);
  else stage.wrong(`a project was refused: ${answer.status} ${answer.text}`);
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const textFields = ['title', 'prompt', 'hypothesis', 'workload_class', 'machine_target'] as const;

/** Each writes ideas as a person would; `orrery import` reads them. */
const formats: Readonly<Record<string, (ideas: readonly Idea[]) => string>> = {
  json: (ideas) => JSON.stringify({ ideas }),
  jsonl: (ideas) => ideas.map((idea) => JSON.stringify(idea)).join('\n'),
  csv: (ideas) =>
    [
      ['idea_id', ...textFields, 'priority', 'tags'].join(','),
      ...ideas.map((idea) =>
        [
          idea.idea_id,
          ...textFields.map((name) => cell(idea[name])),
          idea.priority,
          idea.tags.join(';'),
        ].join(','),
      ),
    ].join('\n'),
  md: ([idea]) =>
    [
      '---',
      `idea_id: ${idea!.idea_id}`,
      ...['title', 'hypothesis', 'workload_class', 'machine_target'].map(
        (name) => `${name}: ${JSON.stringify(idea![name as (typeof textFields)[number]])}`,
      ),
      `priority: ${idea!.priority}`,
      `tags: [${idea!.tags.join(', ')}]`,
      '---',
      idea!.prompt,
    ].join('\n'),
};

/** Files in every format, with the command that people use; a repeat of it changes nothing. */
export async function takeInFiles(stage: Stage, model: IdeaModel, everyMs: number): Promise<void> {
  const random = stage.random('files');
  const { world } = stage;
  const folder = join(world.dir, 'ideas');
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(formats);
  let at = 0;
  await loadLoop(
    stage,
    () => everyMs * (0.5 + random()),
    async () => {
      const format = names[at % names.length]!;
      at += 1;
      const ideas = Array.from({ length: format === 'md' ? 1 : 3 }, () =>
        model.next(stage, random, format),
      );
      const path = join(folder, `${at}.${format}`);
      writeFileSync(path, formats[format]!(ideas));
      const endMs = monotonicMs() + 180_000;
      // The key is made of the content: until it is acknowledged, the same command is the same call.
      while (monotonicMs() < endMs) {
        const { code, output } = await world.command(['import', path, '--live'], world.controlDir);
        stage.count(`orrery import of ${format}: exit ${code}`);
        if (code === 0) {
          for (const { idea_id } of ideas) model.created.add(idea_id);
          return;
        }
        // 4: nobody answers. A service that is going or coming says so, and that is for later, too.
        if (code !== 4 && !/shutting_down|not ready|503|overloaded/i.test(output))
          stage.count(`orrery import said: ${output.slice(0, 120)}`);
      }
      stage.wrong(`orrery import of ${format} never came through`);
    },
  );
}
