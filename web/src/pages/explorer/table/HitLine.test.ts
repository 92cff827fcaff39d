import { expect, test } from 'vitest';
import { hasOwnHitLine, toHitPlace, toHitText } from './HitLine.tsx';

test.each([
  ['found elsewhere', 'Can I send it back?', 'within 14 days', true],
  ['the question itself', 'Can I send it back?', 'Can I send it back?', false],
  ['a part of the question, cut', 'Can I send it back?', '… send it …', false],
])('%s: a line of its own or not', (_, question, text, isOwn) => {
  expect(hasOwnHitLine({ question, hit: { turnIndex: 0, text } })).toBe(isOwn);
});

test('no search, no line', () => {
  expect(hasOwnHitLine({ question: 'Why?' })).toBe(false);
});

test('turns are counted from 1', () => {
  expect([toHitPlace({ turnIndex: 2 }), toHitPlace({ turnIndex: null })]).toEqual(['Turn 3', 'Outside the turns']);
});

test.each([
  ['near the beginning', 'Send it back within\n14 days.', 'back', 'Send it back within 14 days.'],
  ['far in', 'You may keep it if you like, or send the parcel back.', 'parcel', '…or send the parcel back.'],
  ['after a word without end', `${'x'.repeat(80)} parcel`, 'parcel', '…parcel'],
  ['not there', 'Send it\tback.', 'parcel', 'Send it back.'],
])('%s: the line begins so that the word is in sight', (_, text, keyword, line) => {
  expect(toHitText(text, keyword)).toBe(line);
});
