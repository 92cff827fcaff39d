import { expect, test } from 'vitest';
import { toEditWords } from './edit-words.ts';

test.each([
  [{ isEdited: false, isSaving: false, isKept: true }, ''],
  [{ isEdited: false, isSaving: false, isKept: false }, ''],
  [{ isEdited: true, isSaving: true, isKept: true }, 'Saving'],
  [{ isEdited: true, isSaving: false, isKept: true }, 'Not saved yet; kept on this computer'],
  [
    { isEdited: true, isSaving: false, isKept: false },
    'Not saved yet. This browser cannot keep it: save it before you close the page',
  ],
])('%o is said as “%s”', (edit, words) => {
  expect(toEditWords(edit)).toBe(words);
});
