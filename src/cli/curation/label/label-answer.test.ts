import { describe, expect, it } from 'vitest';
import { listScoreKeys } from '../../../conversation/judge/scale.ts';
import { type LabelAnswer, readKeyAnswers, toLineAnswer } from './label-answer.ts';

async function press(keys: readonly string[], scale = { min: -3, max: 3, step: 1 }) {
  const scoreKeys = listScoreKeys(scale);
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
  it('a digit gives its score, and a negative one after a minus', async () => {
    const { answers, echoed } = await press(['3', '0', '-', '3', '−', '1']);
    expect(answers).toEqual([3, 0, -3, -1].map((score) => ({ kind: 'score', score })));
    expect(echoed).toBe('-3\n-1\n');
  });

  it('a digit that is not on the scale gives no score', async () => {
    expect((await press(['4', '-', '4', '-', 'x'])).answers.map(({ kind }) => kind)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    const ten = { min: 0, max: 10, step: 1 };
    expect((await press(['1', '0', '=', '-'], ten)).answers).toEqual([
      ...[1, 0, 10].map((score) => ({ kind: 'score', score })),
      { kind: 'unknown', text: '-' },
    ]);
  });

  it('letters are commands, and other keys are unknown', async () => {
    const { answers } = await press(['s', 'u', '?', '8', '\u001b[A', 'constructor', 'q', '\u0003']);
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...['skip', 'undo', 'help', 'unknown', 'unknown', 'unknown', 'quit', 'quit'],
    ]);
  });

  it('r starts a reason that ends with Enter, and Backspace corrects it', async () => {
    const { answers, echoed } = await press(['r', '1', 'é', '😀', '\u007f', 'q', '\r', '2']);
    expect(answers).toEqual([
      { kind: 'reason', text: '1éq' },
      { kind: 'score', score: 2 },
    ]);
    expect(echoed).toBe('Why? 1é😀\b \bq\n');
  });

  it('Escape cancels a reason, and Ctrl-C quits in the middle of one', async () => {
    expect((await press(['r', 'x', '\u001b', '1'])).answers).toEqual([{ kind: 'score', score: 1 }]);
    expect((await press(['r', 'x', '\u0003'])).answers).toEqual([{ kind: 'quit' }]);
  });

  it('digits make a number if there are too many scores for single keys', async () => {
    const { answers } = await press(['4', '2', '.', '5', '\r', 's'], { min: 0, max: 100, step: 0 });
    expect(answers).toEqual([{ kind: 'score', score: 42.5 }, { kind: 'skip' }]);
  });
});

describe('a line of input', () => {
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
