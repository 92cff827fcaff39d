import { quoteValue } from '../../base/explain-issue.ts';
import { Fault } from '../../base/fault.ts';
import type { Deck } from '../../conversation/deck.ts';
import { withoutTruth, withoutTruthKeys } from '../../conversation/expected.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';

/** The values offered to a judge while it is calibrated. */
export interface SampleContext extends Readonly<Record<string, unknown>> {
  /** The messages as they were written, but for keys that name a human answer. */
  readonly fullConversation: readonly SampleMessage[];
  readonly expected?: unknown;
}

export interface SampleContextOptions {
  readonly deck: Pick<Deck, 'file' | 'contexts'>;
  /** Passes `expected` and the messages whole, the human score with them. No certificate may be written then. */
  readonly allowLeak?: boolean | undefined;
}

/**
 * What a judge may see of a sample. Its answer is to be compared with the human one, so `expected` goes without
 * score, reason and ratings, and messages go without keys of such names. A deck that asks for `expected` where nothing
 * else is there has to be told: a Fault, unless the deck has a default for it.
 */
export function toSampleContext(sample: Sample, { deck, allowLeak = false }: SampleContextOptions): SampleContext {
  const expected = allowLeak ? sample.expected : withoutTruth(sample.expected);
  const fullConversation = allowLeak ? sample.messages : sample.messages.map(withoutTruthKeys);
  if (expected !== undefined && expected !== null) return { fullConversation, expected };
  const asking = deck.contexts.find((context) => context.name === 'expected');
  if (asking === undefined || asking.default !== undefined || allowLeak) return { fullConversation };
  throw new Fault({
    code: 'CALIBRATE_LEAK',
    message: `The deck asks for "expected", but sample ${quoteValue(sample.id)} has nothing there that a judge may see.`,
    hint: 'Put what a good reply is into expected, such as reference = "…"; or declare a default; or pass --allow-leak.',
    file: deck.file,
  });
}
