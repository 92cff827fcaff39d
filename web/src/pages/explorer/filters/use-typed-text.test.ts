import { expect, test } from 'vitest';
import { isSent, startTyped, withSeen, withSent, withTyped } from './use-typed-text.ts';

test('letters typed while the address still follows are kept', () => {
  const sent = withSent(withTyped(startTyped(''), 'ref'));
  const ahead = withTyped(sent, 'refund');
  expect(withSeen(ahead, 'ref')).toEqual({ text: 'refund', seen: 'ref', sent: [] });
});

test('an earlier text that arrives after a later one was sent changes nothing that is typed', () => {
  const first = withSent(withTyped(startTyped(''), 'a'));
  const second = withSent(withTyped(first, 'ab'));
  expect(withSeen(second, 'a').text).toBe('ab');
  expect(withSeen(second, 'ab')).toEqual({ text: 'ab', seen: 'ab', sent: [] });
});

test('a filter that is cleared elsewhere clears the field', () => {
  const settled = withSeen(withSent(withTyped(startTyped(''), 'ref')), 'ref');
  expect(withSeen(settled, '')).toEqual(startTyped(''));
});

test('an address that did not change leaves the typed text', () => {
  const typed = withTyped(startTyped('a'), 'ab');
  expect(withSeen(typed, 'a')).toBe(typed);
});

test('a text is sent once', () => {
  const typed = withTyped(startTyped('a'), 'ab');
  expect(isSent(typed)).toBe(false);
  expect(isSent(withSent(typed))).toBe(true);
  expect(isSent(withTyped(withSent(typed), 'a'))).toBe(false);
  expect(isSent(withTyped(typed, 'a'))).toBe(true);
});
