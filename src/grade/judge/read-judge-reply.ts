import type { Deck } from '../../conversation/judge/deck.ts';
import type { TargetReply } from '../../target/port.ts';
import type { CheckResult } from '../checks/check.ts';
import { tellGot } from '../checks/excerpt.ts';
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
  const cutOff = call.finishReason === 'length';
  const read = explainJudgeReply(text, { ...deck.scale, shown, structured: isStructured, cutOff });
  if (read.status === 'graded') return { score: read.score, reason: read.reason };
  if (read.cause !== 'unparseable') return { cause: read.cause, reason: read.reason };
  const reason = withSaid(read.reason, text.trim());
  return { cause: read.cause, reason: cutOff ? `${reason} ${cutOffHint}` : reason };
}

const saidLength = 120;

/** Who reads that there is no score wants to know what was said instead. */
function withSaid(reason: string, said: string): string {
  return said === '' ? reason : `${reason} ${tellGot(said, 0, saidLength)}`;
}

const cutOffHint = "It was cut off. Raise the judge's max_output_tokens.";
