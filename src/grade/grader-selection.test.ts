import { describe, expect, it } from 'vitest';
import { Fault } from '../base/fault.ts';
import { KnownGraders, selectGraders } from './grader-selection.ts';

function makeKnown(): KnownGraders {
  const known = new KnownGraders();
  known.add([
    { id: 'contains-1', kind: 'contains' },
    { id: 'contains-2', kind: 'contains' },
    { id: 'polite', kind: 'judge' },
    { id: 'outcome', kind: 'rubric' },
    { id: 'turn-0/outcome', kind: 'rubric' },
    { id: 'turn-3/must-mention-1', kind: 'contains' },
    { id: 'turn-3/must-mention-2', kind: 'contains' },
    { id: 'turn-5/must-mention-1', kind: 'contains' },
  ]);
  known.add([{ id: 'polite', kind: 'regex' }]);
  return known;
}

describe('KnownGraders', () => {
  it('lists the graders that ask a judge in any case', () => {
    expect(makeKnown().judges).toEqual(['polite', 'outcome', 'turn-0/outcome']);
  });
});

describe('selectGraders', () => {
  it.each([
    ['an id', ['contains-1'], ['contains-1']],
    ['an id of a turn', ['turn-0/outcome'], ['turn-0/outcome']],
    ['an id that others have under a turn', ['outcome'], ['outcome']],
    ['an id without its turn', ['must-mention-1'], ['turn-3/must-mention-1', 'turn-5/must-mention-1']],
    [
      'a name without turn and number',
      ['must-mention'],
      ['turn-3/must-mention-1', 'turn-3/must-mention-2', 'turn-5/must-mention-1'],
    ],
    ['a kind', ['rubric'], ['outcome', 'turn-0/outcome']],
    ['a kind that an id has in one case only', ['regex'], ['polite']],
    ['several words', ['judge', 'contains-2', 'polite'], ['polite', 'contains-2']],
  ])('selects %s', (_title, words, ids) => {
    expect([...selectGraders(words, makeKnown(), 'r1')]).toEqual(ids);
  });

  it('selects every check of a kind, including those of answer keys', () => {
    expect(selectGraders(['contains'], makeKnown(), 'r1').size).toBe(5);
  });

  it('lists every unknown word, with the nearest known one', () => {
    const fault = catchFault(() => selectGraders(['polit', 'outcome', 'zzzzzzzz'], makeKnown(), 'r1'));
    expect(fault.problems.map(({ message, hint }) => [message, hint])).toEqual([
      ['No case of run r1 has a grader "polit".', 'Did you mean "polite"?'],
      ['No case of run r1 has a grader "zzzzzzzz".', expect.stringMatching(/^Available: contains-1, .*mention-1\.$/)],
    ]);
    expect(fault.code).toBe('GRADER_UNKNOWN');
  });
});

function catchFault(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error('Nothing was refused.');
}
