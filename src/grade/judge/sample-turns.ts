import type { Deck } from '../../conversation/deck.ts';
import type { SampleMessage } from '../../conversation/sample.ts';

/** A message of a sample as a judge is shown it: as it was written. */
export interface SampleTurn {
  /** Its place among all messages. */
  readonly turnIndex: number;
  readonly message: SampleMessage;
}

/**
 * What a judge sees of a sample, which is graded at its end: all of it; with `sees: turn` the last user turn and what
 * follows it; with a `window` the last turns of that.
 */
export function listSampleTurns(
  messages: readonly SampleMessage[],
  { sees, window }: Pick<Deck, 'sees' | 'window'>,
): readonly SampleTurn[] {
  const turns = messages.map((message, turnIndex) => ({ turnIndex, message }));
  const seen = sees === 'turn' ? turns.slice(findAsked(messages)) : turns;
  return window === undefined ? seen : seen.slice(-window);
}

/** Roles are open: where nobody is called user, whoever is neither the assistant nor its machinery asks. */
function findAsked(messages: readonly SampleMessage[]): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const other = messages.findLastIndex(({ role }) => !machinery.has(role));
  return [asked, other, messages.length - 1].find((index) => index >= 0) ?? 0;
}

const machinery: ReadonlySet<string> = new Set(['system', 'developer', 'assistant', 'tool']);
