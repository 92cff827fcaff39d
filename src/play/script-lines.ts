import type { EvalCase, ScriptTurn } from '../conversation/case.ts';
import type { Message } from '../conversation/message.ts';
import { findOpening, toKnownConversation } from './known-conversation.ts';

/** What script play puts in: the messages that stand before, then line and reply in turn. */
export interface Script {
  readonly input: readonly Message[];
  readonly lines: readonly ScriptLine[];
}

export interface ScriptLine {
  readonly message: Message;
  readonly onFail?: ScriptTurn['on_fail'];
}

/**
 * The `turns` of the case. A curated conversation has none: its user turns are the lines, so that every reply has the
 * place that its reference has in every-turn play.
 */
export function toScript(evalCase: EvalCase): Script {
  const { input_messages: input, turns } = evalCase;
  if (turns !== undefined) {
    return {
      input,
      lines: turns.map(({ user, on_fail: onFail }) => ({ message: { role: 'user', content: user }, onFail })),
    };
  }
  const known = toKnownConversation(evalCase);
  const opening = findOpening(known);
  const lines = known.slice(opening).filter((_, index) => index % 2 === 0);
  return { input: known.slice(0, opening), lines: lines.map((message) => ({ message })) };
}

/** Whether from the first question on user and assistant take turns: nothing else can be played as a script. */
export function isAlternating(messages: readonly Message[]): boolean {
  return messages
    .slice(findOpening(messages))
    .every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
}
