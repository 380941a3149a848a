/** Whom a handler works for: its own request, whatever is served at the same time. */
import { describe, expect, it } from 'vitest';
import { createTestPipeline, inject } from '../../support/http-pipeline.ts';

describe('a handler', () => {
  it('is called on behalf of its own request', async () => {
    const { handlers } = createTestPipeline();
    const whose = async (id: string) =>
      (await inject(handlers, { target: '/whose', headers: { 'x-request-id': id } })).json;
    const ids = ['r-1', 'r-2', 'r-3'];
    expect(await Promise.all(ids.map(whose))).toEqual(
      ids.map((id) => ({ correlation: { id, causeId: null } })),
    );
  });
});
