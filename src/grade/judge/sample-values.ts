import { isPlainObject } from '../../base/plain-object.ts';
import { type Deck, offeredContexts } from '../../conversation/deck.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';
import { toSampleContext } from '../deck/sample-context.ts';
import { type JudgeValues, onlyGiven } from './judge-values.ts';
import { listSampleTurns, type SampleTurn } from './sample-turns.ts';

export interface SampleValuesOptions {
  readonly deck: Deck;
  /** Shows `expected` and the messages whole, the human score with them. */
  readonly allowLeak?: boolean | undefined;
  /** Shown in place of the sample's own: a probe. */
  readonly messages?: readonly SampleMessage[] | undefined;
}

export interface SampleValues {
  readonly values: JudgeValues;
  readonly turns: readonly SampleTurn[];
}

/**
 * What a judge is shown of a sample, by the name of the context: the conversation, `expected` without the human answer,
 * and what stands in `expected` under the name of another context, such as `reference`. Throws CALIBRATE_LEAK when the
 * deck asks for what a judge may not see.
 */
export function toSampleValues(sample: Sample, { deck, allowLeak, messages }: SampleValuesOptions): SampleValues {
  const shown = messages === undefined ? sample : { ...sample, messages: [...messages] };
  const { expected, fullConversation: seen } = toSampleContext(shown, { deck, allowLeak });
  const turns = listSampleTurns(seen, deck);
  const named = isPlainObject(expected) ? pickOffered(expected) : {};
  const fullConversation = turns.map(({ message }) => message);
  return { values: onlyGiven({ ...named, expected, fullConversation }), turns };
}

function pickOffered(expected: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = offeredContexts.filter((name) => Object.hasOwn(expected, name));
  return Object.fromEntries(names.map((name) => [name, expected[name]]));
}
