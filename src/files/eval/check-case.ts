import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import { findMarkerLine } from '../../conversation/marker-line.ts';
import type { Content, Message } from '../../conversation/message.ts';
import type { Attachments } from '../project/attachments.ts';
import type { Source } from '../syntax/source.ts';

export interface CaseToCheck {
  readonly evalCase: EvalCase;
  readonly source: Source;
  readonly path: readonly PathSegment[];
  readonly attachments: Attachments;
}

/** What a schema cannot see: whether there is anything to play, whether files are there, texts that mislead. */
export function checkCase(check: CaseToCheck): readonly Problem[] {
  const { evalCase } = check;
  const problems = [...checkPlayable(check)];
  const roles = evalCase.input_messages.map((message) => message.role);
  for (const key of ['input_messages', 'expected_messages'] as const) {
    evalCase[key]?.forEach((message, index) => {
      problems.push(...checkMessage(check, [key, index], message, roles));
    });
  }
  evalCase.turns?.forEach((turn, index) => {
    problems.push(...checkContent(check, ['turns', index, 'user'], turn.user, roles));
    if (turn.expect !== undefined)
      problems.push(...checkContent(check, ['turns', index, 'expect'], turn.expect, roles));
    problems.push(...checkGraderFiles(check, ['turns', index, 'graders'], turn.graders ?? []));
  });
  return problems;
}

function checkPlayable(check: CaseToCheck): readonly Problem[] {
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
  if (!play.includes('reply') || messages.at(-1)?.role !== 'assistant') return [];
  const message = `The last message of case "${id}" comes from the assistant, so there is nothing to answer.`;
  const hint = 'End with a user message, or set "play: every-turn".';
  return [warningAt(check, ['input_messages', messages.length - 1], { code: 'EVAL_NOTHING_TO_ANSWER', message, hint })];
}

interface Missing {
  readonly mode: PlayMode;
  readonly what: string;
  readonly hint: string;
}

/** What a mode needs and the case does not have. */
function findMissing(mode: PlayMode, { input_messages: messages, turns, simulate }: EvalCase): Missing | undefined {
  if (mode === 'script' && turns === undefined) return { mode, what: 'turns', hint: 'Give it "turns".' };
  if (mode === 'simulate' && simulate === undefined)
    return { mode, what: 'simulated user', hint: 'Give it "simulate".' };
  if (mode === 'reply' && messages.length === 0) return { mode, what: 'messages', hint: 'Give it "input_messages".' };
  const isTold = messages.some(({ role }) => role === 'assistant') || turns?.some(({ expect }) => expect !== undefined);
  if (mode === 'every-turn' && isTold !== true) {
    return { mode, what: 'assistant turn', hint: 'Write the whole conversation, with the good replies in it.' };
  }
  return undefined;
}

function checkMessage(
  check: CaseToCheck,
  path: readonly PathSegment[],
  message: Message,
  roles: readonly string[],
): readonly Problem[] {
  return message.content == null ? [] : checkContent(check, [...path, 'content'], message.content, roles);
}

function checkContent(
  check: CaseToCheck,
  path: readonly PathSegment[],
  content: Content,
  roles: readonly string[],
): readonly Problem[] {
  if (typeof content === 'string') return checkText(check, path, content, roles);
  if (!Array.isArray(content)) return checkMapping(check, path, content);
  return content.flatMap((part, index) => {
    if (typeof part === 'string') return checkText(check, [...path, index], part, roles);
    const place = [...path, index, 'value'];
    if (part.type === 'text' && typeof part.value === 'string') return checkText(check, place, part.value, roles);
    if (part.type === 'file' && typeof part.value === 'string') return checkFile(check, place, part.value, roles);
    if (part.type === 'image' && typeof part.value === 'string') return checkImage(check, place, part.value);
    return [];
  });
}

function checkText(
  check: CaseToCheck,
  path: readonly PathSegment[],
  text: string,
  roles: readonly string[],
): readonly Problem[] {
  const found = findMarkerLine(text, roles);
  if (found === undefined) return [];
  const message = `The text holds the line "${found.text.slice(0, 60)}", which reads like the start of a turn.`;
  const hint = 'If it is a turn, make it a message of its own.';
  return [warningAt(check, path, { code: 'EVAL_MARKER_IN_TEXT', message, hint })];
}

function checkFile(
  check: CaseToCheck,
  path: readonly PathSegment[],
  written: string,
  roles: readonly string[],
): readonly Problem[] {
  return catchFault(check, path, () => {
    const found = findMarkerLine(check.attachments.readText(written), roles);
    if (found === undefined) return [];
    const message = `Line ${found.line + 1} of "${written}" is "${found.text.slice(0, 60)}", which reads like the start of a turn.`;
    return [warningAt(check, path, { code: 'EVAL_MARKER_IN_TEXT', message })];
  });
}

function checkImage(check: CaseToCheck, path: readonly PathSegment[], written: string): readonly Problem[] {
  return catchFault(check, path, () => {
    check.attachments.checkImage(written);
    return [];
  });
}

function checkMapping(
  check: CaseToCheck,
  path: readonly PathSegment[],
  content: Record<string, unknown>,
): readonly Problem[] {
  if (!('type' in content && 'value' in content)) return [];
  const message = 'The content is one mapping with "type" and "value"; it will be shown as JSON.';
  const hint = 'If it is a part, put it in a list: start its first line with "- ".';
  return [warningAt(check, path, { code: 'EVAL_LOOKS_LIKE_PART', message, hint })];
}

/** Decks and schemas that graders name have to be there before the first call. */
export function checkGraderFiles(
  check: CaseToCheck,
  path: readonly PathSegment[],
  graders: readonly GraderSpec[],
): readonly Problem[] {
  return graders.flatMap((grader, index) => {
    const schema = grader['json-schema'];
    const files = [
      ['judge', grader.judge],
      ['json-schema', isPlainObject(schema) ? undefined : schema],
    ] as const;
    return files.flatMap(([key, file]) => {
      if (file === undefined) return [];
      return catchFault(check, [...path, index, key], () => {
        check.attachments.readText(file);
        return [];
      });
    });
  });
}

function catchFault(
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

function problemAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  const { source } = check;
  return toError({ ...input, reading: source.reading, ...source.placeOf([...check.path, ...path]) });
}

function warningAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  return toWarning(problemAt(check, path, input));
}
