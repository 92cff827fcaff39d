import { describe, expect, it } from 'vitest';
import { keepPanes, readPanes } from './selection.ts';

const unsaid = { queue: true, panels: undefined };

describe('readPanes', () => {
  it.each([
    [null, unsaid],
    ['not json', unsaid],
    ['null', unsaid],
    ['{"queue":false}', { queue: false, panels: undefined }],
    ['{"queue":1,"panels":false}', { queue: true, panels: false }],
  ])('of %j is %j', (kept, panes) => {
    expect(readPanes({ getItem: () => kept })).toEqual(panes);
  });

  it('does without a storage that is switched off', () => {
    const refuse = () => {
      throw new Error('switched off');
    };
    expect(readPanes({ getItem: refuse })).toEqual(unsaid);
    expect(() => keepPanes({ setItem: refuse }, unsaid)).not.toThrow();
  });
});
