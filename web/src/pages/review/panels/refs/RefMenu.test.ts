import { describe, expect, it } from 'vitest';
import { listNearTurns } from './RefMenu.tsx';

const talk = Array.from({ length: 40 }, (_, index) => ({
  id: `t${index + 1}`,
  role: index % 2 === 0 ? 'user' : 'assistant',
  msg: '',
  tags: [],
}));
const namesOf = (turns: typeof talk, from: string | undefined) => listNearTurns(turns, from).map(({ name }) => name);

describe('listNearTurns', () => {
  it('has the nearest turns of the assistant in their order, and the conversation', () => {
    expect(namesOf(talk, 't20')).toEqual([
      ...['turn 14 (Assistant)', 'turn 16 (Assistant)', 'turn 18 (Assistant)'],
      ...['turn 22 (Assistant)', 'turn 24 (Assistant)', 'turn 26 (Assistant)', 'the conversation'],
    ]);
  });

  it('begins at the first turn for a ref of the conversation itself', () => {
    expect(namesOf(talk.slice(0, 4), undefined)).toEqual(['turn 2 (Assistant)', 'turn 4 (Assistant)']);
  });

  it('has other turns where the assistant says nothing else', () => {
    expect(namesOf(talk.slice(0, 2), 't2')).toEqual(['turn 1 (User)', 'the conversation']);
  });
});
