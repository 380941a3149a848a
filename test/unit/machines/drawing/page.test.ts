/** Tables say everything, and what is pointed out is where the actor is. */
import { describe, expect, it } from 'vitest';
import { measureMachine, toTables } from '../../../../src/machines/drawing/page.ts';
import { pointOut } from '../../../../src/machines/drawing/point-out.ts';
import { job } from './samples.ts';

describe('the tables of a machine', () => {
  const tables = toTables({ kind: 'job', machine: job });

  it('list every state with its marks', () => {
    expect(tables).toContain('| `queued` | first | Waits. |');
    expect(tables).toContain('| `active` | all at once, tag `claimed` |  |');
    expect(tables).toContain(
      '| `active.run.starting` | first, status `dispatching`, does start run |  |',
    );
  });

  it('list every transition with its condition, target and actions, and their number', () => {
    expect(tables).toContain('22 transitions.');
    const [, answers = ''] = tables.split('## What each answers');
    // A history state's default is shown and not counted.
    expect(answers.match(/^\| [`*](?!State)/gm)).toHaveLength(22 + 1);
    expect(answers).toContain('| *every state* | `EDIT` |  | *stays* | record |');
    expect(answers).toContain(
      '| `active` *and all in it* | `CANCEL` |  | `active.canceling.asked` |  |',
    );
    expect(answers).toContain('| `review` | `ANSWER` | *else* | *stays* | record |');
    expect(answers).toContain('| `review` | `AGAIN` |  | *starts over* |  |');
    expect(answers).toContain('| `active.run.starting` | *after 90 s* |  | *stays* | record |');
    expect(measureMachine({ kind: 'job', machine: job })).toEqual({ states: 10, transitions: 22 });
  });
});

describe('pointing out', () => {
  const svg = '<svg><g data-state="a.b" data-status="on"></g></svg>\n';
  it('adds one rule for the boxes of the status, and nothing for a status without a box', () => {
    expect(pointOut(svg, 'on')).toBe(
      '<svg><g data-state="a.b" data-status="on"></g><style>[data-status="on"]&gt;.box{stroke-width:4}</style>\n</svg>\n',
    );
    expect(pointOut(svg, 'off')).toBe(svg);
  });
});
