import { describe, expect, it } from 'vitest';
import { type LabelAnswer, readKeyAnswers, toLineAnswer } from './label-answer.ts';
import { listScoreKeys } from './label-question.ts';

async function press(keys: readonly string[], scoreKeys = listScoreKeys({ min: -3, max: 3, step: 1 })) {
  const answers: LabelAnswer[] = [];
  let echoed = '';
  const echo = (text: string) => {
    echoed += text;
  };
  for await (const answer of readKeyAnswers(toStream(keys), scoreKeys, echo)) answers.push(answer);
  return { answers, echoed };
}

async function* toStream(keys: readonly string[]): AsyncGenerator<string> {
  yield* keys;
}

describe('keys', () => {
  it('stand for scores, the worst first', async () => {
    const { answers } = await press(['1', '4', '7']);
    expect(answers).toEqual([-3, 0, 3].map((score) => ({ kind: 'score', score })));
  });

  it('are commands, or mean nothing', async () => {
    const { answers } = await press(['s', 'u', '?', '8', '\u001b[A', 'constructor', 'q', '\u0003']);
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...['skip', 'undo', 'help', 'unknown', 'unknown', 'unknown', 'quit', 'quit'],
    ]);
  });

  it('make a reason until Enter, with mistakes taken back', async () => {
    const { answers, echoed } = await press(['r', '1', 'é', '😀', '\u007f', 'q', '\r', '2']);
    expect(answers).toEqual([
      { kind: 'reason', text: '1éq' },
      { kind: 'score', score: -2 },
    ]);
    expect(echoed).toBe('Why? 1é😀\b \bq\n');
  });

  it('give a reason up with Escape, and quit in the middle of one', async () => {
    expect((await press(['r', 'x', '\u001b', '1'])).answers).toEqual([{ kind: 'score', score: -3 }]);
    expect((await press(['r', 'x', '\u0003'])).answers).toEqual([{ kind: 'quit' }]);
  });

  it('make a number where there are too many scores for a key each', async () => {
    const { answers } = await press(['4', '2', '.', '5', '\r', 's'], listScoreKeys({ min: 0, max: 100, step: 0 }));
    expect(answers).toEqual([{ kind: 'score', score: 42.5 }, { kind: 'skip' }]);
  });
});

describe('a line', () => {
  it.each<[string, LabelAnswer]>([
    ['2', { kind: 'score', score: 2 }],
    [' -3 ', { kind: 'score', score: -3 }],
    ['−1 too short', { kind: 'score', score: -1, reason: 'too short' }],
    ['+0.5\tfine', { kind: 'score', score: 0.5, reason: 'fine' }],
    ['s', { kind: 'skip' }],
    ['u', { kind: 'undo' }],
    ['q', { kind: 'quit' }],
    ['good', { kind: 'unknown', text: 'good' }],
    ['1e3', { kind: 'unknown', text: '1e3' }],
    ['__proto__', { kind: 'unknown', text: '__proto__' }],
  ])('%j', (line, answer) => {
    expect(toLineAnswer(line)).toEqual(answer);
  });
});

it.each([
  [{ min: 0, max: 1, step: 0.1 }, []],
  [{ min: 0, max: 1, step: 0.25 }, [0, 0.25, 0.5, 0.75, 1]],
  [{ min: 1, max: 5, step: 1 }, [1, 2, 3, 4, 5]],
  [{ min: 0, max: 0.3, step: 0.1 }, [0, 0.1, 0.2, 0.3]],
])('the scale %j has the keys %j', (scale, scores) => {
  expect(listScoreKeys(scale).map(({ score }) => score)).toEqual(scores);
});
