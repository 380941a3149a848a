/**
 * The record of a run: a Secret with the run's name. Its data are the files of the job; its annotations say which
 * Pod may begin, or that none may. It is only ever changed as it was read, so that of any two who want to change
 * it one does. What is read of it are its annotations alone.
 */

import * as z from 'zod';
import { Secret } from '../../config/secret.ts';
import type { EndReason, JobFile } from '../port.ts';
import { endReasons } from '../port.ts';
import type { ApiAnswer } from './api.ts';
import { labelsOf } from './manifest.ts';
import { marks } from './names.ts';
import { type ObjectMeta, objectShape } from './objects.ts';
import type { Place } from './place.ts';

/** How the run ended. */
export interface End {
  readonly reason: EndReason;
  readonly exit: number | null;
  readonly at: string | null;
}

/** What is on record. */
export interface RunRecord {
  readonly version: string;
  /** The Job that the files are for; null: none are there. */
  readonly job: string | null;
  /** The Pod that has the run. */
  readonly pod: string | null;
  readonly isCalledOff: boolean;
  readonly end: End | null;
}

const endShape = z.object({
  reason: z.enum(endReasons),
  exit: z.int().nullable(),
  at: z.string().nullable(),
});

/** The record from its annotations; an end that cannot be read is one that nobody knows. Pure. */
export function toRecord({ resourceVersion, annotations }: ObjectMeta): RunRecord {
  const ended = annotations[marks.ended];
  return {
    version: resourceVersion,
    job: annotations[marks.job] ?? null,
    pod: annotations[marks.pod] ?? null,
    isCalledOff: annotations[marks.calledOff] !== undefined,
    end: ended === undefined ? null : toEnd(ended),
  };
}

function toEnd(text: string): End {
  try {
    return endShape.parse(JSON.parse(text));
  } catch {
    return { reason: 'lost', exit: null, at: null };
  }
}

/** A record that says nothing yet, or that the run is called off. `isTrial`: the server says what it would do. */
export function createRecord(
  { api, path, runId, name, installation }: Place,
  {
    calledOffAt,
    isTrial = false,
  }: { readonly calledOffAt?: string; readonly isTrial?: boolean } = {},
): Promise<ApiAnswer<RunRecord>> {
  return api
    .ask(
      {
        method: 'POST',
        path: `${path('v1', 'secrets')}?fieldValidation=Strict${isTrial ? '&dryRun=All' : ''}`,
        metadataOnly: true,
        body: {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: {
            name,
            labels: labelsOf(name, installation),
            annotations: {
              [marks.runId]: runId,
              ...(calledOffAt === undefined ? {} : { [marks.calledOff]: calledOffAt }),
            },
          },
          type: 'Opaque',
        },
      },
      objectShape,
    )
    .then(toRecordAnswer);
}

/** What is put down; `data` null takes the files away. */
export interface RecordChange {
  readonly annotations: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>> | null;
}

/** Only if it is as it was read: a `no` with the reason `Conflict` where it is not. */
export function changeRecord(
  { api, path, name }: Place,
  { version }: RunRecord,
  { annotations, data }: RecordChange,
): Promise<ApiAnswer<RunRecord>> {
  return api
    .ask(
      {
        method: 'PATCH',
        path: `${path('v1', 'secrets', name)}?fieldValidation=Strict`,
        patch: 'merge',
        metadataOnly: true,
        body: {
          metadata: { resourceVersion: version, annotations },
          ...(data === undefined ? {} : { data }),
        },
      },
      objectShape,
    )
    .then(toRecordAnswer);
}

/** The files as a Secret holds them. */
export function dataOf(files: readonly JobFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    files.map(({ name, content }) => [
      name,
      Buffer.from(content instanceof Secret ? content.reveal() : content).toString('base64'),
    ]),
  );
}

const toRecordAnswer = (answer: ApiAnswer<z.output<typeof objectShape>>): ApiAnswer<RunRecord> =>
  answer.kind === 'done' ? { kind: 'done', value: toRecord(answer.value.metadata) } : answer;
