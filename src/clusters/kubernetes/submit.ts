/**
 * Submits the job of a run, unless there is one. Nothing here lets a program begin: that is for whoever looks
 * (look-up.ts), so that a request which arrives late leaves at most a Job that waits for ever.
 */
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import type { JobSpec, Submission } from '../port.ts';
import type { ApiAnswer } from './api.ts';
import { deleteJob } from './deeds.ts';
import { attemptsMax, type Look, lookUp, tooBusy } from './look-up.ts';
import { jobManifest } from './manifest.ts';
import { marks } from './names.ts';
import { type JobObject, jobShape } from './objects.ts';
import type { Place } from './place.ts';
import { changeRecord, createRecord, dataOf, type RunRecord } from './record.ts';
import { checkSpec } from './spec-faults.ts';
import { readVersion } from './version.ts';

/** One step: what it made, or what came of the whole; `again`: somebody else was faster. */
type Step<Value> =
  | { readonly kind: 'made'; readonly value: Value }
  | { readonly kind: 'again' }
  | { readonly kind: 'out'; readonly submission: Submission };

/** Asked any number of times, at once or after each other, one Pod at most ever begins. */
export async function submitJob(
  place: Place,
  settings: KubernetesSettings,
  spec: JobSpec,
): Promise<Submission> {
  const fault = checkSpec(spec);
  if (fault !== null) return { kind: 'refused', why: fault };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const look = await lookUp(place);
    if (look.kind === 'unclear') return look;
    if (look.kind === 'foreign') return { kind: 'refused', why: look.why };
    const { phase, state } = look.value;
    if (phase.kind !== 'absent' && phase.kind !== 'unfinished') return { kind: 'exists', state };
    const outcome = await make(place, settings, { spec, look: look.value });
    if (outcome.kind !== 'again') return outcome;
  }
  return { kind: 'unclear', why: tooBusy };
}

async function make(
  place: Place,
  settings: KubernetesSettings,
  { spec, look }: { readonly spec: JobSpec; readonly look: Look },
): Promise<Submission | { readonly kind: 'again' }> {
  const { job: jobThere, record: recordThere } = look.found;
  if (jobThere?.metadata.deletionTimestamp != null)
    return { kind: 'unclear', why: `an earlier Job ${place.name} is still being deleted` };
  const record: Step<RunRecord> =
    recordThere === null ? toStep(await createRecord(place)) : { kind: 'made', value: recordThere };
  if (record.kind !== 'made') return record.kind === 'again' ? record : record.submission;
  const job: Step<JobObject> =
    jobThere === null ? await createJob(place, settings, spec) : { kind: 'made', value: jobThere };
  if (job.kind !== 'made') return job.kind === 'again' ? job : job.submission;
  const change = {
    annotations: { [marks.job]: job.value.metadata.uid },
    data: dataOf(spec.files),
  };
  const given = toStep(await changeRecord(place, record.value, change));
  if (given.kind === 'again') return given;
  if (given.kind === 'made')
    return { kind: 'submitted', job: { runId: place.runId, jobId: place.name } };
  // A Job without its files would wait for ever.
  if (given.submission.kind === 'refused') await deleteJob(place, job.value.metadata);
  return given.submission;
}

async function createJob(
  place: Place,
  settings: KubernetesSettings,
  spec: JobSpec,
): Promise<Step<JobObject>> {
  const fits = await readVersion(place.api);
  if (fits.kind !== 'fits') return out(fits.kind, fits.why);
  const answer = await place.api.ask(
    {
      method: 'POST',
      path: `${place.path('batch/v1', 'jobs')}?fieldValidation=Strict`,
      body: jobManifest(settings, { runId: place.runId, spec }),
    },
    jobShape,
  );
  return toStep(answer);
}

/** `AlreadyExists` and `Conflict` are looked at again; of a refusal nothing is left. */
function toStep<Value>(answer: ApiAnswer<Value>): Step<Value> {
  if (answer.kind === 'done') return { kind: 'made', value: answer.value };
  if (answer.kind === 'unclear') return out('unclear', answer.why);
  const isGone = answer.status === 404 && answer.words.startsWith('secrets ');
  if (answer.status === 409 || isGone) return { kind: 'again' };
  return out('refused', answer.words);
}

const out = (kind: 'refused' | 'unclear', why: string) =>
  ({ kind: 'out', submission: { kind, why } }) as const;
