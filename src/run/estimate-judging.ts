import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import { isOfOneTurn, lacksWhole } from '../grade/select-replies.ts';
import { listAssistantTurns, toKnownConversation } from '../play/known-conversation.ts';
import { toScript } from '../play/script-lines.ts';
import { defaultMaxTurns } from '../play/simulate/default-max-turns.ts';
import { countConversation, type LengthOf, perToken, type Range, replyLength } from './estimate.ts';

/** Calls of one judge in one conversation, and the tokens that go in, all of them together. */
export interface JudgeEstimate {
  readonly calls: Range;
  readonly input: Range;
}

export interface JudgedPlay {
  readonly evalCase: EvalCase;
  readonly play: PlayMode;
  readonly lengthOf: LengthOf;
}

/** What a judge will take, guessed: the text of its deck, and between half of the conversation and all of it a call. */
export function estimateJudging(grader: CaseGrader, deck: Deck, judged: JudgedPlay): JudgeEstimate {
  const replies = countReplies(judged);
  const calls = countCalls(grader, judged.play, replies);
  const told = countConversation(judged.evalCase, judged.play, judged.lengthOf);
  const deckLength = deck.contexts.reduce((sum, context) => sum + context.assistantQuestion.length, deck.text.length);
  const half = replies.high > 1 && calls.high > 1 ? 0.5 : 1;
  const low = (deckLength + half * (told + replies.low * replyLength.low)) / perToken.low;
  const high = (deckLength + told + replies.high * replyLength.high) / perToken.high;
  return { calls, input: { low: Math.round(calls.low * low), high: Math.round(calls.high * high) } };
}

function countReplies({ evalCase, play }: JudgedPlay): Range {
  if (play === 'reply') return { low: 1, high: 1 };
  if (play === 'simulate') return { low: 1, high: evalCase.simulate?.max_turns ?? defaultMaxTurns };
  if (play === 'every-turn') {
    const count = listAssistantTurns(toKnownConversation(evalCase)).length;
    return { low: count, high: count };
  }
  const { lines } = toScript(evalCase);
  const stop = lines.findIndex(({ onFail }) => onFail === 'stop');
  return { low: stop === -1 ? lines.length : stop + 1, high: lines.length };
}

/** Which replies have a tag or a role shows only when they are there. */
function countCalls(grader: CaseGrader, play: PlayMode, replies: Range): Range {
  const { when, scriptTurn } = grader;
  if (isOfOneTurn(grader)) {
    const isScripted = play === 'script' || play === 'every-turn';
    const isPlayed = scriptTurn === undefined || isScripted;
    return { low: isPlayed && (scriptTurn ?? replies.low) < replies.low ? 1 : 0, high: isPlayed ? 1 : 0 };
  }
  if (lacksWhole(grader, play)) return { low: 0, high: 0 };
  if (when === 'all') return replies;
  if (typeof when === 'string') return { low: 1, high: 1 };
  if ('reply' in when) return { low: Number(when.reply <= replies.low), high: Number(when.reply <= replies.high) };
  return { low: 0, high: replies.high };
}
