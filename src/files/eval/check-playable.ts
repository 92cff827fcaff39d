import type { Problem } from '../../base/fault.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { Message } from '../../conversation/message.ts';
import { type CaseToCheck, problemAt, warningAt } from './case-to-check.ts';

/** Whether there is anything to play, in the way the case says. */
export function checkPlayable(check: CaseToCheck): readonly Problem[] {
  const { id, input_messages: messages, turns, simulate, play } = check.evalCase;
  if (messages.length === 0 && turns === undefined && simulate === undefined) {
    const message = `There is nothing to play in case "${id}".`;
    return [problemAt(check, ['input_messages'], { code: 'EVAL_NO_TURNS', message, hint: 'Give it input_messages.' })];
  }
  const missing = play.map((mode) => findMissing(mode, check.evalCase)).find((what) => what !== undefined);
  if (missing !== undefined) {
    const message = `Case "${id}" cannot be played as "${missing.mode}": it has no ${missing.what}.`;
    return [problemAt(check, ['play'], { code: 'EVAL_NO_TURNS', message, hint: missing.hint })];
  }
  if (turns === undefined && simulate === undefined && messages.every(isBlank)) {
    const message = `No message of case "${id}" has anything to show.`;
    return [warningAt(check, ['input_messages'], { code: 'EVAL_BLANK', message, hint: 'Give one of them text.' })];
  }
  if (!play.includes('reply') || messages.at(-1)?.role !== 'assistant') return [];
  const message = `The last message of case "${id}" comes from the assistant, so there is nothing to answer.`;
  const hint = 'End with a user message, or set "play: every-turn".';
  return [warningAt(check, ['input_messages', messages.length - 1], { code: 'EVAL_NOTHING_TO_ANSWER', message, hint })];
}

function isBlank({ content, tool_calls: calls }: Message): boolean {
  const isEmpty = typeof content === 'string' ? content.trim() === '' : Array.isArray(content) && content.length === 0;
  return (isEmpty || content == null) && (calls ?? []).length === 0;
}

interface Missing {
  readonly mode: PlayMode;
  readonly what: string;
  readonly hint: string;
}

/** What a mode needs and the case does not have. */
function findMissing(mode: PlayMode, evalCase: EvalCase): Missing | undefined {
  const { input_messages: messages, expected_messages: expected = [], turns, simulate } = evalCase;
  if (mode === 'script' && turns === undefined) return { mode, what: 'turns', hint: 'Give it "turns".' };
  if (mode === 'simulate' && simulate === undefined)
    return { mode, what: 'simulated user', hint: 'Give it "simulate".' };
  if (mode === 'reply' && messages.length === 0) return { mode, what: 'messages', hint: 'Give it "input_messages".' };
  const isTold =
    [...messages, ...expected].some(({ role }) => role === 'assistant') ||
    turns?.some(({ expect }) => expect !== undefined);
  if (mode === 'every-turn' && isTold !== true) {
    return { mode, what: 'assistant turn', hint: 'Write the whole conversation, with the good replies in it.' };
  }
  return undefined;
}
