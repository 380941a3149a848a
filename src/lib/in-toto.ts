/** In-toto statements (version 1): what somebody states about files that are named by their hashes. */
import * as z from 'zod';

/** Media type of a statement inside an envelope. */
export const statementMediaType = 'application/vnd.in-toto+json';
const statementType = 'https://in-toto.io/Statement/v1';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file by its path and what it hashes to. */
export interface StatedFile {
  readonly path: string;
  readonly sha256: string;
}

/** The shape of a statement whose predicate has this type and shape; a reader refuses any other. */
export const statementSchemaOf = <Predicate extends z.ZodType, Name extends string>(
  predicateType: Name,
  predicate: Predicate,
) =>
  z.object({
    _type: z.literal(statementType),
    subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256 }) })).max(100_000),
    predicateType: z.literal(predicateType),
    predicate,
  });

/** A statement over `files`, in their order. */
export const toStatement = <Predicate, Name extends string>(
  files: readonly StatedFile[],
  predicateType: Name,
  predicate: Predicate,
) =>
  ({
    _type: statementType,
    subject: files.map((file) => ({ name: file.path, digest: { sha256: file.sha256 } })),
    predicateType,
    predicate,
  }) as const;

/** Hashes by path. */
export const hashesOf = (statement: {
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
  }[];
}): ReadonlyMap<string, string> =>
  new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
