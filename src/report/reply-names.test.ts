import { describe, expect, it } from 'vitest';
import { makeShownConversation } from '../../test/support/shown-conversation.ts';
import { MetricsCollector } from './metrics-collector.ts';
import type { ShownConversation } from './render-conversation.ts';
import { nameReplies } from './reply-names.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderFirstFails } from './summary/turn-notes.ts';

const played = makeShownConversation({ replies: [true, false] });

/** The same conversation behind a system message: every turn is one place later. */
function withSystem({ turns, replies, verdicts, ...rest }: ShownConversation): ShownConversation {
  const later = <Entry extends { readonly turnIndex: number }>(entry: Entry): Entry => {
    return { ...entry, turnIndex: entry.turnIndex + 1 };
  };
  const onTurn = verdicts.map((verdict) => ({ ...verdict, turnIndex: (verdict.turnIndex ?? 0) + 1 }));
  return { ...rest, turns: turns.map(later), replies: replies.map(later), verdicts: onTurn };
}

function collect(conversations: readonly ShownConversation[]) {
  const collector = new MetricsCollector({ run: 'r', targets: [] });
  for (const conversation of conversations) collector.add(conversation);
  return collector.toMetrics();
}

describe('replies in a report', () => {
  it.each([
    ['without a system message', [played, played], ['2', '4'], 'turn 4'],
    ['behind a system message', [withSystem(played), withSystem(played)], ['3', '5'], 'turn 5'],
    ['in both ways, so that they have no one number', [played, withSystem(played)], ['1st', '2nd'], '2nd reply'],
  ])('are named by their turn: %s', (_title, conversations, numbers, label) => {
    const names = nameReplies(collect(conversations).variants);
    expect([0, 1].map((reply) => names.findNumber(reply))).toEqual(numbers);
    expect(names.what).toBe(numbers[0] === '1st' ? 'reply' : 'turn');
    expect(names.toLabel(1)).toBe(label);
  });

  it('that failed first are named by their turn, whatever their number', () => {
    const metrics = collect([withSystem(played), played, withSystem(played)]);
    expect(renderHeadline(metrics, String)).toBe('bot fails 3 of 3, usually first at turn 5.');
    expect(renderFirstFails(metrics)).toEqual(['First failures: 2 at turn 5, 1 at turn 4.']);
    expect(metrics.variants[0]?.firstFailure).toMatchObject({
      byReply: [0, 3],
      byTurn: [
        { turnIndex: 3, count: 1 },
        { turnIndex: 4, count: 2 },
      ],
    });
  });

  it('keep turnIndex in JSON, and null where it is not the same everywhere', () => {
    const turnsOf = (...conversations: ShownConversation[]) =>
      collect(conversations).variants[0]?.byPosition.map(({ turnIndex }) => turnIndex);
    expect(turnsOf(played)).toEqual([1, 3]);
    expect(turnsOf(played, withSystem(played))).toEqual([null, null]);
  });
});
