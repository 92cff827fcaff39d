import { expect, test } from 'vitest';
import { toEditWords } from './SaveLine.tsx';

test.each([
  [{ isEdited: false, isSaving: false, isKept: true }, ''],
  [{ isEdited: false, isSaving: false, isKept: false }, ''],
  [{ isEdited: true, isSaving: true, isKept: true }, 'Saving'],
  [{ isEdited: true, isSaving: false, isKept: true }, 'Unsaved. Kept on this computer'],
  [{ isEdited: true, isSaving: false, isKept: false }, 'Unsaved. Save it before you close this page'],
])('%o reads “%s”', (edit, words) => {
  expect(toEditWords(edit)).toBe(words);
});
