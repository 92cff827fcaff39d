import { expect, test } from 'vitest';
import { hasOwnHitLine, toHitPlace, toHitText } from './HitLine.tsx';

test.each([
  ['found elsewhere', 'Can I send it back?', 'within 14 days', true],
  ['the question itself', 'Can I send it back?', 'Can I send it back?', false],
  ['a part of the question, cut', 'Can I send it back?', '… send it …', false],
])('%s: shows its own line or not', (_, question, text, isOwn) => {
  expect(hasOwnHitLine({ question, hit: { turnIndex: 0, text } })).toBe(isOwn);
});

test('shows no line without a search', () => {
  expect(hasOwnHitLine({ question: 'Why?' })).toBe(false);
});

test('counts turns from 1', () => {
  expect([toHitPlace({ turnIndex: 2 }), toHitPlace({ turnIndex: null })]).toEqual(['Turn 3', 'Outside the turns']);
});

test.each([
  ['near the beginning', 'Send it back within\n14 days.', 'back', 'Send it back within 14 days.'],
  ['far in', 'You may keep it if you like, or send the parcel back.', 'parcel', '…or send the parcel back.'],
  ['after a very long word', `${'x'.repeat(80)} parcel`, 'parcel', '…parcel'],
  ['not there', 'Send it\tback.', 'parcel', 'Send it back.'],
])('%s: starts the line shortly before the match', (_, text, keyword, line) => {
  expect(toHitText(text, keyword)).toBe(line);
});
