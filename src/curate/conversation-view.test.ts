import { describe, expect, it } from 'vitest';
import { toTurns } from './conversation-view.ts';

const user = { role: 'user', msg: 'q', tags: [] };

describe('toTurns', () => {
  it.each([
    [{ refs: [], history: [user], answer: 'a' }, [user]],
    [{ refs: [], synthQuestion: 'q' }, [user]],
    [{ refs: [], history: [], synthQuestion: 'q' }, [user]],
    [
      { refs: [{ url: 'http://a' }], synthQuestion: 's', editedQuestion: 'q', answer: 'a' },
      [user, { role: 'assistant', msg: 'a', refs: [{ url: 'http://a' }], tags: [] }],
    ],
    [{ refs: [], answer: 'a' }, [{ role: 'assistant', msg: 'a', tags: [] }]],
    [{ refs: [] }, []],
  ])('sees %j as turns', (item, turns) => {
    expect(toTurns(item)).toEqual(turns);
  });
});
