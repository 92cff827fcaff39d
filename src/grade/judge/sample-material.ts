import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';
import { formatConversation } from '../../format/question.ts';
import { toSampleExpected } from '../deck/sample-expected.ts';
import type { JudgeMaterial } from './judge-values.ts';
import { toSeenMessage } from './seen-turns.ts';

export interface SampleMaterialOptions {
  readonly deck: Deck;
  /** Shows `expected` whole, the human score with it. */
  readonly allowLeak?: boolean | undefined;
  /** Shown in place of the sample's own: a probe. */
  readonly messages?: readonly SampleMessage[] | undefined;
}

/**
 * What is judged of a sample, which is graded at its end: the conversation, and `expected` without the human answer. Its
 * question is that of the messages before the last reply, as a target would have got it. Throws CALIBRATE_LEAK when the
 * deck asks for what a judge may not see.
 */
export function toSampleMaterial(sample: Sample, options: SampleMaterialOptions): JudgeMaterial {
  const { messages = sample.messages } = options;
  const asked = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
  return {
    turns: messages.map((message, turnIndex) => ({ turnIndex, message: toSeenMessage(message, message.content) })),
    expected: toSampleExpected(sample, options),
    question: formatConversation(asked).question,
  };
}
