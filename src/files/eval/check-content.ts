import type { Problem } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { type Content, type Message, type ToolCall, toCallParts } from '../../conversation/message.ts';
import { findMarkerLine, knownRoles } from '../../conversation/role.ts';
import { type CaseToCheck, catchFault, warningAt } from './case-to-check.ts';

/** Files that have to be there, roles and texts that mislead. */
export function checkMessage(check: CaseToCheck, path: readonly PathSegment[], message: Message): readonly Problem[] {
  const { role, content, tool_calls: calls = [] } = message;
  return [
    ...checkRole(check, [...path, 'role'], role),
    ...(content == null ? [] : checkContent(check, [...path, 'content'], content)),
    ...calls.flatMap((call, index) => checkCall(check, [...path, 'tool_calls', index], call)),
  ];
}

/** Arguments that are JSON have their line breaks escaped; any other text is in the question unchanged. */
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

export function checkContent(check: CaseToCheck, path: readonly PathSegment[], content: Content): readonly Problem[] {
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

/** `- file: policy.md` is short for nothing: it would be shown as JSON. */
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
