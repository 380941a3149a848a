/** Requests to a worker: what is refused, and in which words. */
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { validate } from '../../../src/http/validation.ts';
import {
  dispatchRequestSchema,
  evidenceReadRequestSchema,
  prepareRequestSchema,
  stopRequestSchema,
} from '../../../src/worker-wire/wire.ts';

const dispatch = {
  run_id: 'p-1',
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
  mode: 'exec',
  model: 'm',
  reasoning_effort: 'low',
  sandbox: 'workspace-write',
};

function errorsOf(parse: () => unknown) {
  try {
    parse();
  } catch (error) {
    if (error instanceof ServiceError) return error.details.errors;
    throw error;
  }
  return [];
}

describe('requests to a worker', () => {
  it('names an unknown member and the nearest known one', () => {
    const errors = errorsOf(() =>
      validate(dispatchRequestSchema, { ...dispatch, promptfile: 'x' }, 'body'),
    );
    expect(errors).toEqual([
      { path: 'promptfile', message: 'unknown field; did you mean "prompt_file"?' },
    ]);
  });

  it('reports every wrong field at once', () => {
    const body = { ...dispatch, run_id: '../x', mode: 'later', fencing: -1 };
    const errors = errorsOf(() => validate(dispatchRequestSchema, body, 'body'));
    expect(errors?.map((error) => error.path)).toEqual(['run_id', 'mode', 'fencing']);
  });

  it.each(['a/b', '', '.hidden', 'x..y', 'x'.repeat(129), 'a b', 'a\n'])(
    'refuses %j as a run id',
    (runId) => {
      const errors = errorsOf(() =>
        validate(dispatchRequestSchema, { ...dispatch, run_id: runId }, 'body'),
      );
      expect(errors?.map((error) => error.path)).toEqual(['run_id']);
    },
  );

  it('refuses control characters in what becomes an argument of the script', () => {
    const errors = errorsOf(() =>
      validate(dispatchRequestSchema, { ...dispatch, model: 'a\u0000b' }, 'body'),
    );
    expect(errors?.map((error) => error.path)).toEqual(['model']);
  });

  it('refuses a body that is no object', () => {
    expect(errorsOf(() => validate(prepareRequestSchema, 'text', 'body'))).toHaveLength(1);
  });

  it('refuses more than twenty paths to read', () => {
    const paths = Array.from({ length: 21 }, (_, index) => `results/${index}.json`);
    expect(errorsOf(() => validate(evidenceReadRequestSchema, { paths }, 'body'))).toHaveLength(1);
  });

  it('fills in the defaults of a stop', () => {
    expect(validate(stopRequestSchema, {}, 'body')).toEqual({
      reason: 'asked by the control plane',
      grace_sec: 5,
    });
  });
});
