import { Fault, type Problem, type ProblemInput, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import {
  type Content,
  findUnanswerable,
  isBlankContent,
  isBlankMessage,
  type Message,
  type ToolCall,
  toCallParts,
} from '../../conversation/message.ts';
import { findMarkerLine, knownRoles } from '../../conversation/role.ts';
import type { Attachments } from '../project/attachments.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { errorAt } from '../syntax/placed-data.ts';

export interface CaseToCheck {
  readonly evalCase: EvalCase;
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly attachments: Attachments;
  /** Whether the file is AgentV's. */
  readonly isForeign?: boolean;
  /** The roles of the conversation. A text could contain their labels. */
  readonly roles: readonly string[];
}

export function toCheck(input: Omit<CaseToCheck, 'roles'>): CaseToCheck {
  return { ...input, roles: [...new Set(input.evalCase.input_messages.map(({ role }) => role))] };
}

/** Returns the problems of `work`, or those of the Fault that it throws, at the given path. */
export function catchFault(
  check: CaseToCheck,
  path: readonly PathSegment[],
  work: () => readonly Problem[],
): readonly Problem[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.problems.map((problem) => problemAt(check, path, problem));
  }
}

export function problemAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  return errorAt(check.data, [...check.path, ...path], input);
}

function warningAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  return toWarning(problemAt(check, path, input));
}

/**
 * Checks what a schema cannot: whether there is anything to play, whether files exist, and whether texts are
 * misleading.
 */
export function checkCase(check: CaseToCheck): readonly Problem[] {
  const { evalCase } = check;
  const problems = [...checkPlayable(check)];
  for (const key of ['input_messages', 'expected_messages'] as const) {
    for (const [index, message] of (evalCase[key] ?? []).entries()) {
      problems.push(...checkMessage(check, [key, index], message));
    }
  }
  for (const [index, turn] of (evalCase.turns ?? []).entries()) {
    problems.push(...checkContent(check, ['turns', index, 'user'], turn.user));
    if (turn.expect !== undefined) problems.push(...checkContent(check, ['turns', index, 'expect'], turn.expect));
  }
  return problems;
}

/** Whether there is something to play in each mode of the case. */
function checkPlayable(check: CaseToCheck): readonly Problem[] {
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

/** A blank line is not sent, so the target would have to answer its own reply. */
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

/** The part that a mode needs and the case does not have. */
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

/** Checks that attached files exist, and warns about misleading roles and texts. */
function checkMessage(check: CaseToCheck, path: readonly PathSegment[], message: Message): readonly Problem[] {
  const { role, content, tool_calls: calls = [] } = message;
  return [
    ...checkRole(check, [...path, 'role'], role),
    ...(content == null ? [] : checkContent(check, [...path, 'content'], content)),
    ...calls.flatMap((call, index) => checkCall(check, [...path, 'tool_calls', index], call)),
  ];
}

/** In JSON arguments, line breaks are escaped. Any other text is in the question unchanged. */
function checkCall(check: CaseToCheck, path: readonly PathSegment[], call: ToolCall): readonly Problem[] {
  const { arguments: given } = toCallParts(call);
  return typeof given === 'string' ? checkText(check, path, given) : [];
}

function checkRole(check: CaseToCheck, path: readonly PathSegment[], role: string): readonly Problem[] {
  const known: readonly string[] = knownRoles;
  const nearest = known.includes(role) ? undefined : findNearest(role, known);
  if (nearest === undefined) return [];
  const message = `The role "${role}" looks like a typo of "${nearest}".`;
  const hint = `If you meant "${nearest}", fix it. Turnwise accepts any role.`;
  return [warningAt(check, path, { code: 'EVAL_NEAR_ROLE', message, hint })];
}

function checkContent(check: CaseToCheck, path: readonly PathSegment[], content: Content): readonly Problem[] {
  if (typeof content === 'string') return checkText(check, path, content);
  if (!Array.isArray(content)) return checkMapping(check, path, content);
  return content.flatMap((part, index) => {
    if (typeof part === 'string') return checkText(check, [...path, index], part);
    const place = [...path, index, 'value'];
    if (part.type === 'text' && typeof part.value === 'string') return checkText(check, place, part.value);
    if (part.type === 'file' && typeof part.value === 'string') return checkFile(check, place, part.value);
    if (part.type === 'image' && typeof part.value === 'string') return checkImage(check, place, part.value);
    return checkData(check, [...path, index], part);
  });
}

function checkText(check: CaseToCheck, path: readonly PathSegment[], text: string): readonly Problem[] {
  const found = findMarkerLine(text, check.roles);
  if (found === undefined) return [];
  const message = `The text contains the line "${found.text.slice(0, 60)}", which looks like the start of a turn.`;
  const hint = 'If it is a turn, make it a separate message.';
  return [warningAt(check, path, { code: 'EVAL_MARKER_IN_TEXT', message, hint })];
}

function checkFile(check: CaseToCheck, path: readonly PathSegment[], written: string): readonly Problem[] {
  return catchFault(check, path, () => {
    const found = findMarkerLine(check.attachments.readText(written), check.roles);
    if (found === undefined) return [];
    const message = `Line ${found.line + 1} of "${written}" is "${found.text.slice(0, 60)}", which looks like the start of a turn.`;
    return [warningAt(check, path, { code: 'EVAL_MARKER_IN_TEXT', message })];
  });
}

function checkImage(check: CaseToCheck, path: readonly PathSegment[], written: string): readonly Problem[] {
  return catchFault(check, path, () => {
    check.attachments.checkImage(written);
    return [];
  });
}

/** `- file: policy.md` is not a short form. It would be shown as JSON. */
function checkData(
  check: CaseToCheck,
  path: readonly PathSegment[],
  part: Record<string, unknown>,
): readonly Problem[] {
  const [key = '', second] = Object.keys(part);
  if (second !== undefined || !['text', 'file', 'image'].includes(key) || typeof part[key] !== 'string') return [];
  const message = `The part {${key}: …} will be sent as JSON.`;
  const hint = `Did you mean {type: ${key}, value: ${JSON.stringify(part[key]).slice(0, 80)}}?`;
  return [warningAt(check, path, { code: 'EVAL_LOOKS_LIKE_PART', message, hint })];
}

function checkMapping(
  check: CaseToCheck,
  path: readonly PathSegment[],
  content: Record<string, unknown>,
): readonly Problem[] {
  if (!['text', 'file', 'image'].includes(String(content.type))) return [];
  const message = 'The content is a mapping that looks like a part. It will be sent as JSON.';
  const hint = 'If it is a part, put it in a list: start its first line with "- ".';
  return [warningAt(check, path, { code: 'EVAL_LOOKS_LIKE_PART', message, hint })];
}
