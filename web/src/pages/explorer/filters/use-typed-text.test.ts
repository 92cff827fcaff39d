import { expect, test } from 'vitest';
import { isSent, startTyped, withSeen, withSent, withTyped } from './use-typed-text.ts';

test('keeps text typed before the address has caught up', () => {
  const sent = withSent(withTyped(startTyped(''), 'ref'));
  const ahead = withTyped(sent, 'refund');
  expect(withSeen(ahead, 'ref')).toEqual({ text: 'refund', seen: 'ref', sent: [] });
});

test('ignores an earlier text that arrives after a later one was sent', () => {
  const first = withSent(withTyped(startTyped(''), 'a'));
  const second = withSent(withTyped(first, 'ab'));
  expect(withSeen(second, 'a').text).toBe('ab');
  expect(withSeen(second, 'ab')).toEqual({ text: 'ab', seen: 'ab', sent: [] });
});

test('clears the field when the filter is cleared elsewhere', () => {
  const settled = withSeen(withSent(withTyped(startTyped(''), 'ref')), 'ref');
  expect(withSeen(settled, '')).toEqual(startTyped(''));
});

test('keeps the typed text if the address has not changed', () => {
  const typed = withTyped(startTyped('a'), 'ab');
  expect(withSeen(typed, 'a')).toBe(typed);
});

test('sends a text once', () => {
  const typed = withTyped(startTyped('a'), 'ab');
  expect(isSent(typed)).toBe(false);
  expect(isSent(withSent(typed))).toBe(true);
  expect(isSent(withTyped(withSent(typed), 'a'))).toBe(false);
  expect(isSent(withTyped(typed, 'a'))).toBe(true);
});
