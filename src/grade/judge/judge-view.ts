import { isPlainObject } from '../../base/plain-object.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { ToolCall } from '../../conversation/message.ts';
import { isAnswerRole, isSystemRole, isToolRole } from '../../conversation/role.ts';
import { toCallText } from '../../format/question.ts';

/** The values a judge can be shown, by context name. Missing values are absent. */
export type JudgeValues = Readonly<Record<string, unknown>>;

/** What a judge grades: a reply in a run, or a sample. */
export interface JudgeMaterial {
  /** The conversation up to the graded turn. */
  readonly turns: readonly SeenTurn[];
  /**
   * What is known about a good reply, in the form of a sample's `expected`: `reference`, `outcome`, `refs` and so on.
   */
  readonly expected?: unknown;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
  /** The results of the parts of a composite, by id. */
  readonly results?: unknown;
}

/** The part of the material that a judge sees. */
interface JudgeView {
  readonly values: JudgeValues;
  /** The messages of `fullConversation`, one by one. */
  readonly turns: readonly SeenTurn[];
}

/**
 * Decides what a judge is shown. Runs, later gradings and calibrations all use this function, so a judge is certified
 * on the same request that it gets in a run. If you change it, raise `judgeRequestFormat`.
 */
export function toJudgeView(deck: Deck, { turns, expected, question, guidelines, results }: JudgeMaterial): JudgeView {
  const seen = selectSeen(turns, deck);
  const known = isPlainObject(expected) ? expected : {};
  const { outcome, reference, refs } = known;
  const values = onlyGiven({
    fullConversation: seen.map(({ message }) => message),
    userMessage: findLastText(turns, 'user'),
    assistantResponse: findLastText(turns, 'assistant'),
    outcome,
    reference,
    expected: toExpected(expected),
    question: known.question ?? question,
    guidelines: known.guidelines ?? guidelines,
    refs,
    results,
    // Only prompts have it. A deck may declare a context of its own with this name.
    ...(deck.isPrompt === true ? { tool_calls: renderToolCalls(turns) } : {}),
  });
  return { values, turns: seen };
}

/** The tool calls of the graded reply, one per line. */
function renderToolCalls(turns: readonly SeenTurn[]): string {
  const graded = turns.at(-1)?.turnIndex;
  const calls = turns.flatMap(({ turnIndex, message }) => (turnIndex === graded ? (message.tool_calls ?? []) : []));
  return calls.map(toCallText).join('\n');
}

/** The text of the last message with this role. A window does not hide it: a deck that wants it declares it. */
function findLastText(turns: readonly SeenTurn[], role: 'user' | 'assistant'): string | undefined {
  return turns.findLast(({ message }) => message.role === role)?.message.content;
}

/** The order of these keys in what a judge reads. */
const expectedKeys = ['reference', 'outcome', 'mustMention', 'mustNotMention', 'mustMatch', 'mustNotMatch', 'refs'];
/** Separate contexts that a sample can only put into `expected`. */
const otherContexts: ReadonlySet<string> = new Set(['question', 'guidelines', 'fullConversation']);

function toExpected(expected: unknown): unknown {
  if (!isPlainObject(expected)) return expected;
  const given = onlyGiven(expected);
  const known = expectedKeys.filter((key) => Object.hasOwn(given, key));
  const rest = Object.keys(given).filter((key) => !known.includes(key) && !otherContexts.has(key));
  const names = [...known, ...rest];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** Removes blank texts and empty lists, so that the default of the context applies. */
function onlyGiven(values: Readonly<Record<string, unknown>>): JudgeValues {
  const given = Object.entries(values).filter(([, value]) => {
    if (value === undefined || value === null) return false;
    return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0;
  });
  return Object.fromEntries(given);
}

/** The contexts of the deck without a value and without a default. */
export function listMissingContexts(deck: Deck, values: JudgeValues): readonly string[] {
  return deck.contexts
    .filter(({ name, default: value }) => !Object.hasOwn(values, name) && (value === undefined || value === null))
    .map(({ name }) => name);
}

/** A message as a judge sees it. Attached files are part of the text, and other keys are not shown. */
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

export interface SeenTurn {
  /** Its index among all messages. Tool calls of an agent have the index of their reply. */
  readonly turnIndex: number;
  readonly message: SeenMessage;
}

/** A message without its content. Samples come from many sources, so the fields are checked. */
interface Speech {
  readonly role: string;
  readonly name?: unknown;
  readonly tool_calls?: readonly ToolCall[] | undefined;
  readonly tool_call_id?: unknown;
}

export function toSeenMessage(
  { role, name, tool_calls: calls = [], tool_call_id: id }: Speech,
  content: string,
): SeenMessage {
  return {
    role,
    content,
    ...(typeof name === 'string' ? { name } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(typeof id === 'string' ? { tool_call_id: id } : {}),
  };
}

/**
 * The part of the conversation that a deck shows: all of it, with `sees: turn` the last user turn and everything after
 * it, and with a `window` only the last turns. In a window, a reply counts as one turn together with the tool calls and
 * results before it.
 */
export function selectSeen(
  turns: readonly SeenTurn[],
  { sees, window }: Pick<Deck, 'sees' | 'window'>,
): readonly SeenTurn[] {
  const seen = sees === 'turn' ? turns.slice(findAsked(turns)) : turns;
  return window === undefined ? seen : seen.slice(findWindow(seen, window));
}

/** Roles are open. Without a user, it is the last speaker that is neither the system, the assistant nor a tool. */
function findAsked(turns: readonly SeenTurn[]): number {
  const asked = turns.findLastIndex(({ message }) => message.role === 'user');
  const other = turns.findLastIndex(({ message }) => !isSystemRole(message.role) && !isAnswerRole(message.role));
  return [asked, other, turns.length - 1].find((index) => index >= 0) ?? 0;
}

function findWindow(turns: readonly SeenTurn[], window: number): number {
  let start = turns.length;
  for (let left = window; left > 0 && start > 0; left -= 1) {
    start -= 1;
    const last = turns[start];
    if (last?.message.role !== 'assistant' && !isToolStep(last)) continue;
    while (isToolStep(turns[start - 1])) start -= 1;
  }
  return start;
}

function isToolStep(turn: SeenTurn | undefined): boolean {
  return turn !== undefined && (isToolRole(turn.message.role) || turn.message.tool_calls !== undefined);
}
