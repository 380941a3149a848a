/** Drafting papers, and the files of a paper. */
import * as z from 'zod';
import { artifactNames } from '../../control/common/index.ts';
import {
  readArtifact,
  readDrafts,
  readFindings,
  readText,
  tracePaper,
} from '../../control/publication/index.ts';
import { diskCodes } from '../../domain/errors.ts';
import { drawingHeaders } from '../headers.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { askedDry, command, get, identifier } from '../wire/fields.ts';
import { draftsReply, textReply } from '../wire/paper-text.ts';
import { findingsReply, traceReply } from '../wire/paper-trace.ts';
import { draftNextReply, publishNextReply, replicateReply } from '../wire/papers.ts';
import { planErrors, planId } from '../wire/plans.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown; charset=utf-8',
  tex: 'application/x-tex; charset=utf-8',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xml: 'application/jats+xml; charset=utf-8',
  json: 'application/json',
};

/** A draft is a dry run unless `dry_run` is false; a file above `limits.artifactBytesMax` is not served. */
export const paperRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'papers.draft_next',
    path: '/control/papers/draft-next',
    summary: 'Drafts the paper of the next completed project whose decision is positive.',
    body: z.strictObject({
      ...askedDry,
      force: z.boolean().default(false),
      plan_id: planId,
    }),
    replies: { 200: draftNextReply },
    errors: ['idempotency_conflict', ...planErrors],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'draft_next', { key, request }),
  }),
  defineRoute({
    ...command,
    id: 'papers.publish_next',
    path: '/control/papers/publish-next',
    summary: 'Takes the next step of publication: rewrites, packages or imports one paper.',
    body: z.strictObject({ ...askedDry, plan_id: planId }),
    replies: { 200: publishNextReply },
    errors: [
      'idempotency_conflict',
      'gates_failed',
      'transition_refused',
      'evidence_missing',
      ...planErrors,
      ...diskCodes,
    ],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'publish_next', { key, request }),
  }),
  defineRoute({
    ...command,
    id: 'papers.replicate',
    path: '/control/api/v1/papers/{paper_id}/replicate',
    summary:
      'Has the experiment of a paper done again by a project of its own, to be compared with the first.',
    params: z.strictObject({ paper_id: identifier }),
    body: z.strictObject(askedDry),
    replies: { 200: replicateReply },
    errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'gates_failed'],
    idempotent: false,
    handler: ({ params, body: { idempotency_key: key, ...rest } }, context) =>
      perform(context, 'replicate_paper', { key, request: { ...params, ...rest } }),
  }),
  defineRoute({
    ...get,
    id: 'papers.artifact',
    path: '/control/api/v1/papers/{paper_id}/artifacts/{name}',
    summary: 'One file of a paper, as it is now.',
    params: z.strictObject({
      paper_id: identifier,
      name: z.enum(artifactNames, { error: `must be one of ${artifactNames.join(', ')}` }),
    }),
    query: z.strictObject({}),
    replies: { 200: null },
    errors: ['paper_not_found', 'artifact_not_found'],
    handler: async ({ params }, { control, papers }) => {
      const { paper_id: paperId, name } = params;
      const bytes = await readArtifact(control, papers, paperId, name);
      const contentType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
      // A page that is a paper brings its own style, as a drawing does.
      const headers = name.endsWith('.html') ? drawingHeaders : {};
      return { status: 200, body: bytes, contentType, headers };
    },
  }),
  defineRoute({
    ...get,
    id: 'papers.trace',
    path: '/control/api/v1/papers/{paper_id}/trace',
    summary:
      'From each sentence to claim, file, pointer, hash, run, events and telemetry, and from a file back.',
    params: z.strictObject({ paper_id: identifier }),
    query: z.strictObject({
      claim: z
        .string()
        .regex(/^C[1-9]\d{0,6}$/, { error: 'must be the id of a claim, such as C3' })
        .optional(),
      file: z.string().min(1).max(1000).optional(),
    }),
    replies: { 200: traceReply },
    errors: ['paper_not_found', 'artifact_not_found', 'paper_too_large'],
    handler: async ({ params, query }, { control, papers }) =>
      ok(await tracePaper(control, papers, params.paper_id, query)),
  }),
  defineRoute({
    ...get,
    id: 'papers.text',
    path: '/control/api/v1/papers/{paper_id}/text',
    summary: 'What a paper says, cleaned: elements and texts, each number with its claim.',
    params: z.strictObject({ paper_id: identifier }),
    query: z.strictObject({}),
    replies: { 200: textReply },
    errors: ['paper_not_found', 'artifact_not_found', 'paper_too_large'],
    handler: async ({ params }, { control, papers }) =>
      ok(await readText(control, papers, params.paper_id)),
  }),
  defineRoute({
    ...get,
    id: 'papers.drafts',
    path: '/control/api/v1/papers/{paper_id}/drafts',
    summary: 'The drafts of a paper, and what the present one says otherwise than an earlier one.',
    params: z.strictObject({ paper_id: identifier }),
    query: z.strictObject({
      from: z
        .string()
        .regex(/^[0-9a-f]{64}$/, { error: 'must be the SHA-256 of an earlier draft' })
        .optional()
        .describe('Absent: the newest of the earlier ones.'),
    }),
    replies: { 200: draftsReply },
    errors: ['paper_not_found', 'artifact_not_found', 'paper_too_large'],
    handler: async ({ params, query }, { control, papers }) =>
      ok(await readDrafts(control, papers, params.paper_id, query)),
  }),
  defineRoute({
    ...get,
    id: 'papers.findings',
    path: '/control/api/v1/papers/{paper_id}/findings',
    summary: 'What lint and strict audit find in a paper now, each with file, line and remedy.',
    params: z.strictObject({ paper_id: identifier }),
    query: z.strictObject({}),
    replies: { 200: findingsReply },
    errors: ['paper_not_found', 'artifact_not_found', 'paper_too_large'],
    handler: async ({ params }, { control, papers }) =>
      ok(await readFindings(control, papers, params.paper_id)),
  }),
];
