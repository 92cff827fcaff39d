import type { Deck } from '../../conversation/deck.ts';
import type { TargetReply } from '../../target/port.ts';
import type { CheckResult } from '../checks/check.ts';
import type { RenderedDeck } from '../deck/render-deck.ts';
import type { JudgeValues } from './judge-values.ts';
import { explainJudgeReply } from './parse-judge-reply.ts';
import { toShownTexts } from './shown-texts.ts';

/** What a judge was asked. */
export interface JudgeQuestion {
  readonly deck: Deck;
  readonly values: JudgeValues;
  readonly rendered: RenderedDeck;
}

export function readJudgeReply(
  { text, call, isStructured }: TargetReply,
  { deck, values, rendered }: JudgeQuestion,
): CheckResult {
  if (call.finishReason === 'content-filter') {
    return { cause: 'refused', reason: "The provider's content filter stopped the judge." };
  }
  const shown = toShownTexts(deck, values, rendered);
  const read = explainJudgeReply(text, { ...deck.scale, shown, structured: isStructured });
  if (read.status === 'graded') return { score: read.score, reason: read.reason };
  const isCut = read.cause === 'unparseable' && call.finishReason === 'length';
  return { cause: read.cause, reason: isCut ? `${read.reason} ${cutOff}` : read.reason };
}

const cutOff = 'It was cut off: raise max_output_tokens of the judge.';
