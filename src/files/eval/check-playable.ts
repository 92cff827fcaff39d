import type { Problem } from '../../base/fault.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import { findUnanswerable, isBlankContent, isBlankMessage } from '../../conversation/message.ts';
import { type CaseToCheck, problemAt, warningAt } from './case-to-check.ts';

/** Whether there is anything to play, in the way the case says. */
export function checkPlayable(check: CaseToCheck): readonly Problem[] {
  const { id, input_messages: messages, turns, simulate, play } = check.evalCase;
  if (messages.length === 0 && turns === undefined && simulate === undefined) {
    const message = `Case "${id}" has nothing to play.`;
    return [problemAt(check, ['input_messages'], { code: 'EVAL_NO_TURNS', message, hint: 'Add input_messages.' })];
  }
  const missing = play.map((mode) => findMissing(mode, check.evalCase)).find((what) => what !== undefined);
  if (missing !== undefined) {
    const message = `Case "${id}" cannot be played in ${missing.mode} mode because it has no ${missing.what}.`;
    return [problemAt(check, ['play'], { code: 'EVAL_NO_TURNS', message, hint: missing.hint })];
  }
  if (turns === undefined && simulate === undefined && messages.every(isBlankMessage)) {
    const message = `Every message of case "${id}" is empty.`;
    return [warningAt(check, ['input_messages'], { code: 'EVAL_BLANK', message, hint: 'Add text to a message.' })];
  }
  return [...checkLines(check), ...checkLast(check)];
}

/** A blank line is not sent, so the target would be asked to answer its own reply. */
function checkLines(check: CaseToCheck): readonly Problem[] {
  const { id, turns = [] } = check.evalCase;
  return turns.flatMap(({ user }, index) => {
    if (!isBlankContent(user)) return [];
    const message = `A user line of case "${id}" is empty, so it is not sent.`;
    return [warningAt(check, ['turns', index, 'user'], { code: 'EVAL_BLANK', message, hint: 'Add text.' })];
  });
}

function checkLast(check: CaseToCheck): readonly Problem[] {
  const { id, input_messages: messages, play } = check.evalCase;
  const last = play.includes('reply') ? findUnanswerable(messages) : undefined;
  if (last === undefined) return [];
  const message = `The last message of case "${id}" comes from the assistant, so there is nothing to answer.`;
  const hint = 'End with a user message, or set "play: every-turn".';
  return [warningAt(check, ['input_messages', last], { code: 'EVAL_NOTHING_TO_ANSWER', message, hint })];
}

interface Missing {
  readonly mode: PlayMode;
  readonly what: string;
  readonly hint: string;
}

/** What a mode needs and the case does not have. */
function findMissing(mode: PlayMode, evalCase: EvalCase): Missing | undefined {
  const { input_messages: messages, expected_messages: expected = [], turns, simulate } = evalCase;
  if (mode === 'script' && turns === undefined) return { mode, what: 'turns', hint: 'Add turns.' };
  if (mode === 'simulate' && simulate === undefined) return { mode, what: 'simulated user', hint: 'Add simulate.' };
  if (mode === 'reply' && messages.length === 0) return { mode, what: 'messages', hint: 'Add input_messages.' };
  const isTold =
    [...messages, ...expected].some(({ role }) => role === 'assistant') ||
    turns?.some(({ expect }) => expect !== undefined);
  if (mode === 'every-turn' && isTold !== true) {
    return { mode, what: 'assistant turn', hint: 'Write the whole conversation, including the reference replies.' };
  }
  return undefined;
}
