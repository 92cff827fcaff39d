import { toCanonicalJson } from '../base/hash.ts';
import type { EvalCase, PlayMode, ScriptTurn } from './case.ts';
import { type Message, toAskedMessage } from './message.ts';
import { isAnswerRole, isSystemRole } from './role.ts';
import type { ReplyEntry, TurnEntry } from './run/run-record.ts';

/**
 * The whole conversation of a case with its good replies in it: the messages, then each scripted line and the reply
 * expected to it, or the expected messages. A line whose reply is not told ends what is known.
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

/** Where somebody says something first that is to be answered; behind the last message where nobody does. */
function findOpening(messages: readonly Message[]): number {
  const opening = messages.findIndex(({ role }) => !isSystemRole(role) && role !== 'assistant');
  return opening === -1 ? messages.length : opening;
}

/**
 * Places of the turns that every-turn play asks for. A greeting that the assistant opens with answers nobody, so it is
 * not asked for.
 */
export function listAssistantTurns(messages: readonly Message[]): readonly number[] {
  const opening = findOpening(messages);
  return messages.flatMap(({ role }, index) => (role === 'assistant' && index > opening ? [index] : []));
}

/** What script play puts in: the messages before the first line, then line and reply in turn. */
interface Script {
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

interface PlayedPart {
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/**
 * The first turn that was played and no longer stands so in the case: its replies answer something else by now. Only what
 * a reply was asked with is looked at: in every-turn play the reference behind the last reply may be edited freely, as
 * may refs, tags and ids everywhere. An attached file counts by its path: what stood in it was recorded.
 *
 * Undefined: the case still asks what was asked, though perhaps more than that.
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
 * The turns as the case has them now: what was said is the same, and refs, tags and ids may be others. A turn that is not
 * in the case stays as it was played.
 */
export function toPresentTurns(evalCase: EvalCase, play: PlayMode, turns: readonly TurnEntry[]): readonly TurnEntry[] {
  const messageAt = openMessages(evalCase, play);
  return turns.map((turn) => {
    const message = messageAt(turn.turnIndex);
    if (message === undefined) return turn;
    // Texts of attached files are those that were shown; a reference that was edited shows its own.
    const { texts } = turn.played;
    const hasTexts = texts !== undefined && isSame(turn.played.message, message);
    return { turnIndex: turn.turnIndex, played: { message, ...(hasTexts ? { texts } : {}) } };
  });
}

/** What the case puts at a place now, in the given way of playing. */
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
  return toCanonicalJson(toAskedMessage(played)) === toCanonicalJson(toAskedMessage(now));
}
