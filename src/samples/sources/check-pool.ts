import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import { type Sample, toConversationHash } from '../../conversation/sample.ts';

/** A sample with its place in a file. */
export interface PlacedSample {
  readonly sample: Sample;
  readonly place: Place;
}

const mostProblems = 20;

/** Two sources of a deck must not share an id, because their results could not be distinguished. */
export function findSharedIds(samples: readonly PlacedSample[]): readonly Problem[] {
  const first = new Map<string, PlacedSample>();
  const problems: Problem[] = [];
  for (const placed of samples) {
    const { id } = placed.sample;
    const before = first.get(id);
    if (before === undefined) first.set(id, placed);
    else problems.push(toShared(placed, before));
  }
  return problems.slice(0, mostProblems);
}

function toShared({ sample, place }: PlacedSample, before: PlacedSample): Problem {
  const message = `The id ${quoteValue(sample.id)} is already used by the sample at ${renderPlace(before.place)}.`;
  const isTwin = toConversationHash(sample) === toConversationHash(before.sample);
  const hint = isTwin ? 'It is the same conversation. Keep one of the two sources.' : 'Give each sample its own id.';
  return toError({ code: 'SAMPLE_DUPLICATE_ID', message, hint, reading: 'samples', ...place });
}

/** Test samples must not contain a conversation that the deck was tuned on, because it proves nothing. */
export function findLeaks(samples: readonly PlacedSample[]): readonly Problem[] {
  // The hash is expensive, and most decks have only one split.
  if (!samples.some(({ sample }) => sample.split === 'test')) return [];
  const tuned = new Map<string, PlacedSample>();
  for (const placed of samples) {
    if (placed.sample.split === 'tune') tuned.set(toConversationHash(placed.sample), placed);
  }
  const leaks = samples.flatMap((placed) => {
    const twin = placed.sample.split === 'test' ? tuned.get(toConversationHash(placed.sample)) : undefined;
    return twin === undefined ? [] : [toLeak(placed, twin)];
  });
  return leaks.slice(0, mostProblems);
}

function toLeak({ sample, place }: PlacedSample, twin: PlacedSample): Problem {
  const tuned = `${quoteValue(twin.sample.id)} at ${renderPlace(twin.place)}`;
  const message = `The test sample ${quoteValue(sample.id)} has the same conversation as a tune sample: ${tuned}.`;
  const hint = 'Remove it from one split. A judge tuned on it would look better than it is.';
  return toError({ code: 'SAMPLE_IN_BOTH_SPLITS', message, hint, reading: 'samples', ...place });
}

export function renderPlace({ file = '', line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}
