/** Whatever a schema refuses is told in the service's own words, wherever people read of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDecision } from '../../../src/domain/decision-gate.ts';
import { parseClientMessage } from '../../../src/http/live/messages.ts';
import { checkIdeas } from '../../../src/idea-files/batches.ts';

const foreign = /Invalid (?:input|option)|Too (?:small|big)|Unrecognized key|expected [a-z]+ to/;

describe('words of refusals', () => {
  it('of a decision that an agent left', () => {
    const { problems } = readDecision(
      JSON.stringify({
        project_decision: 'maybe',
        confidence: [],
        followup_required_evidence: 'x',
      }),
    );
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.join('\n')).not.toMatch(foreign);
    expect(problems.join('\n')).toMatch(/project_decision: must be one of finalize_positive, /);
  });

  it('of an idea in a dropped file', () => {
    const idea = { title: 5, tags: 'x', nonsense: 1 };
    const { problems } = checkIdeas([{ idea, file: 'a.json', line: 1 }]);
    expect(problems.map(({ message }) => message)).toContain(
      'title: must be a text (got a number)',
    );
    expect(problems.map(({ message }) => message).join('\n')).not.toMatch(foreign);
  });

  it('of what a client of the live feed sends', () => {
    for (const message of ['1', 'null', '{"type":"subscribe"}', '{"type":"subscribe","topics":[]}'])
      expect(JSON.stringify(parseClientMessage(message))).not.toMatch(foreign);
    const topics = Array.from({ length: 65 }, () => 'events');
    expect(parseClientMessage(JSON.stringify({ type: 'subscribe', topics }))).toEqual({
      error: 'topics: must be at most 64 entries (got 65)',
    });
    expect(parseClientMessage('{"type":"unsubscribe","topics":["events"],"foo":1}')).toEqual({
      error: 'message: holds what is not known there: "foo"',
    });
  });

  it('are those of one place: who shows an issue of a schema takes its words from there', () => {
    const source = fileURLToPath(new URL('../../../src/', import.meta.url));
    // The configuration words its issues by its own fields; the others have readers of their own.
    const own = ['config/', 'dashboard/', 'clusters/', 'papers/'];
    const showing = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !own.some((folder) => path.startsWith(folder)))
      .map((path) => ({ path, text: readFileSync(`${source}${path}`, 'utf8') }))
      .filter(({ text }) => text.includes('safeParse(') && /\.issues\b|\bissues: \[/.test(text));
    expect(showing.length).toBeGreaterThan(5);
    // Given at the call, or by a word of the file's own that falls back on them.
    const takes = /\berror: wordsForIssue\b|\berror = [^;]*\bwordsForIssue;/;
    for (const { path, text } of showing) expect([path, takes.test(text)]).toEqual([path, true]);
  });
});
