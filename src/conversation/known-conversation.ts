import { toCanonicalJson } from '../base/hash.ts';
import type { EvalCase, PlayMode, ScriptTurn } from './case.ts';
import { type Message, toSentMessage } from './message.ts';
import { isAnswerRole, isSystemRole } from './role.ts';
import type { ReplyEntry, TurnEntry } from './run/run-record.ts';

/**
 * The whole conversation of a case with its reference replies: the messages, then the scripted lines with their
 * expected replies, or the expected messages. It ends before the first line without an expected reply.
 */
export function toKnownConversation(evalCase: EvalCase): readonly Message[] {
  const { input_messages: input, turns, expected_messages: expected = [] } = evalCase;
  if (turns === undefined) return [...input, ...expected];
  const untold = turns.findIndex(({ expect }) => expect === undefined);
  const known = untold === -1 ? turns : turns.slice(0, untold);
  return [
    ...input,
    ...known.flatMap(({ user, expect = '', tags }): Message[] => [
      { role: 'user', content: user },
      { role: 'assistant', content: expect, ...(tags === undefined ? {} : { tags }) },
    ]),
  ];
}

/** The first message that needs an answer. The number of messages if there is none. */
function findOpening(messages: readonly Message[]): number {
  const opening = messages.findIndex(({ role }) => !isSystemRole(role) && role !== 'assistant');
  return opening === -1 ? messages.length : opening;
}

/**
 * The turns that every-turn play asks for. An opening greeting of the assistant answers no message, so it is left out.
 */
export function listAssistantTurns(messages: readonly Message[]): readonly number[] {
  const opening = findOpening(messages);
  return messages.flatMap(({ role }, index) => (role === 'assistant' && index > opening ? [index] : []));
}

/** The messages before the first scripted line, and the lines. */
interface Script {
  readonly input: readonly Message[];
  readonly lines: readonly ScriptLine[];
}

/** The user messages before a reply, with their positions in the conversation. */
export interface ScriptLine {
  readonly messages: readonly PlacedMessage[];
  /** The position of the reply: that of its reference. */
  readonly replyPlace: number;
  readonly onFail?: ScriptTurn['on_fail'];
}

interface PlacedMessage {
  readonly place: number;
  readonly message: Message;
}

/**
 * The script of a case: its `turns`. A curated conversation has none, so its user turns are the lines. Its assistant
 * and tool turns are references and are not sent. Replies have the same positions as in every-turn play.
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

/** Whether a conversation has a user message, so that it can be played as a script. */
export function hasUserLine(messages: readonly Message[]): boolean {
  return messages.some(isUserLine);
}

/**
 * Splits a known conversation into lines. The user messages between two replies are one line, because the target
 * answered them together. System messages belong to the line after them.
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

/** `end`: where the next line starts. The turns in between are the reference for this one. */
function toLine(messages: readonly PlacedMessage[], known: readonly Message[], end: number): ScriptLine {
  const first = (messages.at(-1)?.place ?? 0) + 1;
  const isReply = ({ role }: Message) => role === 'assistant';
  const reference = known.slice(first, end);
  const answer = reference.findLastIndex((message) => isReply(message) && hasText(message));
  const place = answer === -1 ? reference.findLastIndex(isReply) : answer;
  return { messages, replyPlace: first + Math.max(0, place) };
}

/** Roles are open. Any role except the system, the assistant and its tools counts as a user. */
function isUserLine(message: Message): boolean {
  return !isSystemRole(message.role) && !isReference(message);
}

function isReference(message: Message | undefined): boolean {
  return message !== undefined && isAnswerRole(message.role);
}

function hasText({ content }: Message): boolean {
  return typeof content === 'string' ? content.trim() !== '' : content != null;
}

interface PlayedPart {
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/**
 * The first played turn that has changed in the case, so that the replies after it no longer match. Only the messages
 * before a reply count: in every-turn play, the last reference may change freely. Refs, tags and ids may change
 * everywhere. An attached file counts by its path, because its text was recorded.
 *
 * Undefined: the case still asks the same, and may have new turns.
 */
export function findChangedTurn(
  evalCase: EvalCase,
  play: PlayMode,
  { turns, replies }: PlayedPart,
): number | undefined {
  const lastReply = replies.findLast(({ by }) => by === 'target')?.turnIndex ?? Number.POSITIVE_INFINITY;
  const messageAt = openMessages(evalCase, play);
  return turns.find(({ turnIndex, played }) => {
    return turnIndex < lastReply && !isSame(played.message, messageAt(turnIndex));
  })?.turnIndex;
}

/**
 * The played turns with the refs, tags and ids that the case has now. A turn that is no longer in the case stays as it
 * was played.
 */
export function toPresentTurns(evalCase: EvalCase, play: PlayMode, turns: readonly TurnEntry[]): readonly TurnEntry[] {
  const messageAt = openMessages(evalCase, play);
  return turns.map((turn) => {
    const message = messageAt(turn.turnIndex);
    if (message === undefined) return turn;
    // Texts of attached files are the recorded ones. An edited reference shows its own text.
    const { texts } = turn.played;
    const hasTexts = texts !== undefined && isSame(turn.played.message, message);
    return { turnIndex: turn.turnIndex, played: { message, ...(hasTexts ? { texts } : {}) } };
  });
}

/** Looks up the case's current message at a position. */
function openMessages(evalCase: EvalCase, play: PlayMode): (turnIndex: number) => Message | undefined {
  if (play === 'every-turn') {
    const known = toKnownConversation(evalCase);
    return (turnIndex) => known[turnIndex];
  }
  if (play !== 'script') return (turnIndex) => evalCase.input_messages[turnIndex];
  const { input, lines } = toScript(evalCase);
  const placed = new Map(lines.flatMap(({ messages }) => messages.map(({ place, message }) => [place, message])));
  return (turnIndex) => input[turnIndex] ?? placed.get(turnIndex);
}

function isSame(played: Message, now: Message | undefined): boolean {
  if (now === undefined || played === now) return now !== undefined;
  return toCanonicalJson(toSentMessage(played)) === toCanonicalJson(toSentMessage(now));
}
