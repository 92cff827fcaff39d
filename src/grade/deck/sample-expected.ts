import { quoteValue } from '../../base/explain-issue.ts';
import { Fault } from '../../base/fault.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { type Sample, withoutTruth } from '../../conversation/sample.ts';

export interface SampleExpectedOptions {
  readonly deck: Pick<Deck, 'file' | 'contexts'>;
  /** Passes `expected` whole, the human score with it. No certificate may be written then. */
  readonly allowLeak?: boolean | undefined;
}

/**
 * What a judge may see of a sample's `expected`. Its answer is to be compared with the human one, so score, reason and
 * ratings are left out. A deck that asks for `expected` where nothing else is there gets a Fault, unless it has a default
 * for it.
 */
export function toSampleExpected(sample: Sample, { deck, allowLeak = false }: SampleExpectedOptions): unknown {
  const expected = allowLeak ? sample.expected : withoutTruth(sample.expected);
  if (expected !== undefined && expected !== null) return expected;
  const asking = deck.contexts.find((context) => context.name === 'expected');
  if (asking === undefined || asking.default !== undefined || allowLeak) return undefined;
  throw new Fault({
    code: 'CALIBRATE_LEAK',
    message: `The deck uses the context "expected", but sample ${quoteValue(sample.id)} contains only the human score.`,
    hint: 'Add other data to `expected`, such as reference = "…", give the context a default, or pass --allow-leak.',
    file: deck.file,
  });
}
