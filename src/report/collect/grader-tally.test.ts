import { describe, expect, it } from 'vitest';
import { toGraderName } from './grader-tally.ts';

describe('the name of a grader in metrics', () => {
  it.each([
    ['contains-1', 'contains'],
    ['turn-0/contains-2', 'contains'],
    ['tool-calls-10', 'tool-calls'],
    ['turn-3/must-mention-1', 'must-mention'],
    ['turn-3/must-not-mention-2', 'must-not-mention'],
    ['turn-3/reference~2', 'reference'],
    ['turn-2/contains-1~2', 'contains'],
    ['outcome', 'outcome'],
    ['turn-1/outcome', 'outcome'],
    ['rubric-1', 'rubric'],
    ['judge-1', 'judge-1'],
    ['turn-0/judge-2', 'judge-2'],
    ['tone-2', 'tone-2'],
    ['turn-0/tone-2', 'tone-2'],
    ['a~2', 'a~2'],
    ['turn-1/', 'turn-1/'],
  ])('%s counts for %s', (id, name) => {
    expect(toGraderName(id)).toBe(name);
  });
});
