import { describe, expect, it } from 'vitest';
import { findCacheNote, renderRateLimitNote } from './call-notes.ts';

const column = { target: 'bot', calls: 45, cachedCalls: 0 };

describe('findCacheNote', () => {
  it.each<[Parameters<typeof findCacheNote>[0], string | undefined]>([
    [[column], undefined],
    [[], undefined],
    [[{ ...column, cachedCalls: 45 }], '45 of 45 replies came from the cache. Use --no-cache to ask again.'],
    [
      [
        { ...column, cachedCalls: 1 },
        { ...column, calls: 1_955 },
      ],
      '1 of 2,000 replies came from the cache. Use --no-cache to ask again.',
    ],
    [
      [{ ...column, cachedCalls: 3, judgeCalls: 9, judgeCachedCalls: 2 }],
      '3 of 45 replies and 2 of 9 judge replies came from the cache. Use --no-cache to ask again.',
    ],
    [
      [{ ...column, judgeCalls: 9, judgeCachedCalls: 2 }],
      '2 of 9 judge replies came from the cache. Use --no-cache to ask again.',
    ],
  ])('of %j is %s', (columns, note) => {
    expect(findCacheNote(columns)).toBe(note);
  });
});

describe('renderRateLimitNote', () => {
  const advice = 'Set `limits` for the target to avoid waiting.';

  it.each<[Parameters<typeof renderRateLimitNote>[0], readonly string[]]>([
    [[column], []],
    [[{ ...column, rateLimited: 1 }], [`Rate limits (429) refused 1 call: bot 1. ${advice}`]],
    [
      [
        { ...column, rateLimited: 30, judgeRateLimited: 4 },
        { ...column, rateLimited: 2, judgeRateLimited: 1 },
        { target: 'agent', rateLimited: 1_000 },
      ],
      [`Rate limits (429) refused 1,037 calls: bot 32, agent 1,000, judges 5. ${advice}`],
    ],
  ])('of %j is %s', (columns, note) => {
    expect(renderRateLimitNote(columns)).toEqual(note);
  });
});
