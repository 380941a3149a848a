/** What a follow-up would be: whether a decision names enough for one, and the project made of it. */
import { limits } from '../../domain/limits.ts';
import type { Project, ProjectDecision, QueueItem } from '../../domain/records.ts';
import type { FollowupType } from '../../domain/statuses.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import { projectIdOfTitle, titleKey } from '../intake/index.ts';

/** The fields of a decision from which a follow-up is made, all of them there. */
export interface FollowupFields {
  readonly type: FollowupType;
  readonly title: string;
  readonly hypothesis: string;
  readonly required_evidence: readonly string[];
  readonly success_threshold: string;
  readonly stop_condition: string;
}

/** Titles become names of folders and lists. */
const titleCharsMax = 500;

const filled = (value: string | null | undefined): string => (value ?? '').trim();

/** The follow-up a decision asks for, or every member it leaves out. Pure. */
export function readFollowup(
  decision: ProjectDecision,
):
  | { readonly ok: true; readonly fields: FollowupFields }
  | { readonly ok: false; readonly missing: readonly string[] } {
  const evidence = [
    ...new Set(
      (decision.followup_required_evidence ?? []).map((entry) => entry.trim()).filter(Boolean),
    ),
  ];
  const type = decision.followup_type ?? null;
  const title = filled(decision.followup_title).replace(/[\s\p{Cc}]+/gu, ' ');
  const hypothesis = filled(decision.followup_hypothesis);
  const success_threshold = filled(decision.followup_success_threshold);
  const stop_condition = filled(decision.followup_stop_condition);
  const missing = [
    ...(type === null ? ['followup_type'] : []),
    ...(title === '' ? ['followup_title'] : []),
    ...(title.length > titleCharsMax
      ? [`followup_title (at most ${titleCharsMax} characters)`]
      : []),
    ...(hypothesis === '' ? ['followup_hypothesis'] : []),
    ...(evidence.length < limits.followupEvidenceMin
      ? [
          `followup_required_evidence (${evidence.length} of at least ${limits.followupEvidenceMin} different items)`,
        ]
      : []),
    ...(success_threshold === '' ? ['followup_success_threshold'] : []),
    ...(stop_condition === '' ? ['followup_stop_condition'] : []),
  ];
  if (missing.length > 0 || type === null) return { ok: false, missing };
  return {
    ok: true,
    fields: {
      type,
      title,
      hypothesis,
      required_evidence: evidence,
      success_threshold,
      stop_condition,
    },
  };
}

/** Id of the child: of its title, and of the parent so that two parents never share one. */
export function followupProjectId(parentId: string, title: string): string {
  const mark = fingerprint(['followup', parentId]).slice(0, 8);
  return `${projectIdOfTitle(title).slice(0, limits.projectIdCharsMax - mark.length - 1)}-${mark}`;
}

/** The prompt of the child: the follow-up's own fields, and where they come from. Pure. */
export function followupPrompt(
  fields: FollowupFields,
  parent: Pick<QueueItem, 'project_id' | 'current_run_id' | 'decision'>,
): string {
  const found = filled(parent.decision?.summary);
  return [
    fields.title,
    `This is a follow-up (${fields.type}) of project ${parent.project_id}, run ${parent.current_run_id}.`,
    ...(found === '' ? [] : [`What that run found: ${found}`]),
    `Hypothesis: ${fields.hypothesis}`,
    `Required evidence:\n${fields.required_evidence.map((entry) => `- ${entry}`).join('\n')}`,
    `Success threshold: ${fields.success_threshold}`,
    `Stop condition: ${fields.stop_condition}`,
  ].join('\n\n');
}

/**
 * What the child project is told. It goes where its parent went and as urgently; it is bounded, so
 * it does not go on by itself when its run asks to continue.
 */
export function followupProject(
  fields: FollowupFields,
  parent: { readonly item: QueueItem; readonly project: Project },
): CreateEvent {
  const { item, project } = parent;
  const identity = {
    project_id: followupProjectId(item.project_id, fields.title),
    project_name: fields.title,
    project_dir: followupProjectId(item.project_id, fields.title),
    prompt: followupPrompt(fields, item),
    tags: ['followup'],
  };
  return {
    type: 'CREATE',
    ...identity,
    hypothesis: fields.hypothesis,
    source_kind: 'followup',
    source_ref: `run:${item.current_run_id}`,
    parent_project_id: item.project_id,
    lineage_depth: project.lineage_depth + 1,
    intake_batch: null,
    title_key: titleKey(fields.title),
    enqueue: {
      type: 'ENQUEUE',
      ...identity,
      selection_rank: item.selection_rank,
      dispatch_priority: item.dispatch_priority,
      auto_continue: false,
      max_continues: 0,
      max_retries: item.max_retries,
      machine_target: item.machine_target,
      workload_class: item.workload_class,
      model: item.model,
      reasoning_effort: item.reasoning_effort,
      sandbox: item.sandbox,
    },
  };
}
