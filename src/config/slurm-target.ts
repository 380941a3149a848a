/** From the fields of a Slurm target to what its adapter is told, or to a sentence for each thing that is wrong. */
import * as z from 'zod';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { metaOf } from './field.ts';
import { expectation } from './problems.ts';
import { type slurmResourceFields, slurmTargetFields } from './slurm-fields.ts';
import { checkClassName } from './workers.ts';

/** What a job asks for; null: the cluster's own default holds. */
export interface SlurmResources {
  readonly partition: string | null;
  readonly account: string | null;
  readonly qos: string | null;
  /** Generic resources, for example `gpu:a100:2`. */
  readonly gres: string | null;
  readonly cpus: number | null;
  readonly memoryMib: number | null;
  /** Slurm counts whole minutes; a part of one becomes a whole one. */
  readonly timeLimitMs: number | null;
  readonly constraint: string | null;
}

/** A cluster. */
export interface SlurmSettings {
  /** Absolute; the login nodes and the compute nodes see the same files in it. */
  readonly folder: string;
  readonly resourcesOf: (workloadClass: WorkloadClass) => SlurmResources;
}

type Resources = z.output<z.ZodObject<typeof slurmResourceFields>>;

const target = z.strictObject(slurmTargetFields);
/** `%` and a backslash begin patterns in the name of an output file (sbatch(1), "FILENAME PATTERN"). */
const folderForm = /^\/(?:[^%\\]*[^/%\\])$/;
const folderRule = 'folder must be an absolute path without "%", "\\" and a slash at its end';

/** All problems at once. */
export function parseSlurmTarget(
  value: unknown,
):
  | { readonly ok: true; readonly settings: SlurmSettings }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = target.safeParse(value);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap(sayIssue) };
  const { classes, folder, ...whole } = parsed.data;
  const problems = Object.keys(classes)
    .flatMap((key) => checkClassName(`classes.${key}`, key))
    .map(({ path, message }) => `${path} ${message}`);
  if (!folderForm.test(folder)) problems.push(folderRule);
  if (problems.length > 0) return { ok: false, problems };
  const ofClass = Object.fromEntries(
    workloadClasses.map((key) => [key, resourcesFrom(whole, classes[key])]),
  ) as Record<WorkloadClass, SlurmResources>;
  const resourcesOf = (key: WorkloadClass): SlurmResources => ofClass[key];
  return { ok: true, settings: Object.freeze({ folder, resourcesOf }) };
}

function sayIssue(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map((part) => `${String(part)}.`).join('');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const nearest = nearestName(key, Object.keys(slurmTargetFields));
      const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
      return `${at}${key} is not a known field${hint}`;
    });
  const name = String(issue.path.at(-1) ?? '');
  const schema = Object.entries(slurmTargetFields).find(([key]) => key === name)?.[1];
  const isOwn = issue.code === 'custom' || issue.code === 'invalid_format';
  const words = schema === undefined || isOwn ? issue.message : expectation(metaOf(schema));
  return [`${at.slice(0, -1)} ${words}`.trim()];
}

function resourcesFrom(whole: Resources, own: Resources | undefined): SlurmResources {
  const value = <Field extends keyof Resources>(field: Field): Resources[Field] =>
    own?.[field] ?? whole[field];
  const seconds = value('time_limit_sec');
  return Object.freeze({
    partition: value('partition'),
    account: value('account'),
    qos: value('qos'),
    gres: value('gres'),
    cpus: value('cpus'),
    memoryMib: value('memory_mib'),
    timeLimitMs: seconds === null ? null : seconds * 1000,
    constraint: value('constraint'),
  });
}
