import type { EvalCase, ScriptTurn } from './case.ts';
import { toKnownConversation } from './known-conversation.ts';
import type { Message } from './message.ts';
import { isAnswerRole, isSystemRole } from './role.ts';

/** What script play puts in: the messages before the first line, then line and reply in turn. */
export interface Script {
  readonly input: readonly Message[];
  readonly lines: readonly ScriptLine[];
}

/** What the user says before the target answers, and where in the conversation. */
export interface ScriptLine {
  readonly messages: readonly PlacedMessage[];
  /** Where the reply goes: the place of its reference. */
  readonly replyPlace: number;
  readonly onFail?: ScriptTurn['on_fail'];
}

interface PlacedMessage {
  readonly place: number;
  readonly message: Message;
}

/**
 * The `turns` of the case. A curated conversation has none: its user turns are the lines. Its assistant and tool turns
 * are the reference trace and are not sent, and every reply has the place that its reference has in every-turn play.
 */
export function toScript(evalCase: EvalCase): Script {
  const { input_messages: input, turns } = evalCase;
  if (turns === undefined) return toKnownScript(toKnownConversation(evalCase));
  const lines = turns.map(({ user, on_fail: onFail }, index): ScriptLine => {
    const place = input.length + 2 * index;
    return { messages: [{ place, message: { role: 'user', content: user } }], replyPlace: place + 1, onFail };
  });
  return { input, lines };
}

/** Whether the user says anything in a known conversation, so that it can be played as a script. */
export function hasUserLine(messages: readonly Message[]): boolean {
  return messages.some(isUserLine);
}

/**
 * Everything the user says between two replies is one line: the target answered it at once, so it is asked at once.
 * System messages come with the line that follows them.
 */
function toKnownScript(known: readonly Message[]): Script {
  const opening = known.findIndex(isUserLine);
  if (opening === -1) return { input: known, lines: [] };
  const lines: ScriptLine[] = [];
  let said: PlacedMessage[] = [];
  for (const [place, message] of known.entries()) {
    if (place < opening) continue;
    const isNext = !isReference(message) && isReference(known[place - 1]);
    if (isNext && said.some((one) => isUserLine(one.message))) {
      lines.push(toLine(said, known, place));
      said = [];
    }
    if (!isReference(message)) said.push({ place, message });
  }
  if (said.some((one) => isUserLine(one.message))) lines.push(toLine(said, known, known.length));
  return { input: known.slice(0, opening), lines };
}

/** `end`: where the next line starts. The turns between are the reference to this one. */
function toLine(messages: readonly PlacedMessage[], known: readonly Message[], end: number): ScriptLine {
  const first = (messages.at(-1)?.place ?? 0) + 1;
  const isReply = ({ role }: Message) => role === 'assistant';
  const reference = known.slice(first, end);
  const answer = reference.findLastIndex((message) => isReply(message) && hasText(message));
  const place = answer === -1 ? reference.findLastIndex(isReply) : answer;
  return { messages, replyPlace: first + Math.max(0, place) };
}

/** Roles are open: one that is neither the assistant nor its machinery talks to it. */
function isUserLine(message: Message): boolean {
  return !isSystemRole(message.role) && !isReference(message);
}

function isReference(message: Message | undefined): boolean {
  return message !== undefined && isAnswerRole(message.role);
}

function hasText({ content }: Message): boolean {
  return typeof content === 'string' ? content.trim() !== '' : content != null;
}
