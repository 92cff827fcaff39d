import { describe, expect, test } from 'vitest';
import { toShownSetting, type Written } from './setting.ts';

const isSame = (one: string, other: string) => one.trim() === other.trim();

describe('toShownSetting', () => {
  test.each<[string, Written<string> | undefined, object]>([
    ['nothing written: what is stored', undefined, { value: 'stored', isEdited: false, isStale: false, base: '2' }],
    [
      'written on what is stored',
      { value: 'mine', version: '2', isSaved: false },
      { value: 'mine', isEdited: true, isStale: false, base: '2' },
    ],
    [
      'written on what somebody else replaced',
      { value: 'mine', version: '1', isSaved: false },
      { value: 'mine', isEdited: true, isStale: true, base: '1' },
    ],
    [
      'written on after it was sent, and what was sent has arrived: stands on that',
      { value: 'stored, and more', version: '1', sent: 'stored', isSaved: false },
      { value: 'stored, and more', isEdited: true, isStale: false, base: '2' },
    ],
    [
      'sent, and somebody else was faster',
      { value: 'mine, and more', version: '1', sent: 'mine', isSaved: false },
      { value: 'mine, and more', isEdited: true, isStale: true, base: '1' },
    ],
    [
      'written back to what is stored: shown as it was written, and nothing is left to save',
      { value: 'stored ', version: '1', isSaved: false },
      { value: 'stored ', isEdited: false, isStale: false, base: '2' },
    ],
    [
      'saved, and the server says the same: shown as it was written',
      { value: 'stored ', version: '2', isSaved: true },
      { value: 'stored ', isEdited: false, isStale: false, base: '2' },
    ],
    [
      'saved, and replaced by somebody else since: theirs',
      { value: 'mine', version: '1', isSaved: true },
      { value: 'stored', isEdited: false, isStale: false, base: '2' },
    ],
  ])('%s', (_, written, shown) => {
    expect(toShownSetting({ written, stored: { value: 'stored', version: '2' }, isSame })).toEqual(shown);
  });
});
