import { isPlainObject } from '../../base/plain-object.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { ToolCall } from '../../conversation/message.ts';
import { isAnswerRole, isSystemRole, isToolRole } from '../../conversation/role.ts';

/** What a judge can be shown, by the name of the context. What is not there is not among them. */
export type JudgeValues = Readonly<Record<string, unknown>>;

/** What is judged, whether a target said it in a run or it is a sample. */
export interface JudgeMaterial {
  /** The conversation up to what is graded. */
  readonly turns: readonly SeenTurn[];
  /** What is known of a good reply, as a sample has it in `expected`: `reference`, `outcome`, `refs` and the like. */
  readonly expected?: unknown;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
}

/** What a judge sees of it. */
interface JudgeView {
  readonly values: JudgeValues;
  /** The messages of `fullConversation`, one by one. */
  readonly turns: readonly SeenTurn[];
}

/**
 * The one place that decides what a judge is shown: runs, later gradings and calibrations all come through here, so a
 * judge is certified on the request that it gets in a run. A change of it needs a new `judgeRequestFormat`.
 */
export function toJudgeView(deck: Deck, { turns, expected, question, guidelines }: JudgeMaterial): JudgeView {
  const seen = selectSeen(turns, deck);
  const known = isPlainObject(expected) ? expected : {};
  const { outcome, reference, refs } = known;
  const values = onlyGiven({
    fullConversation: seen.map(({ message }) => message),
    outcome,
    reference,
    expected: toExpected(expected),
    question: known.question ?? question,
    guidelines: known.guidelines ?? guidelines,
    refs,
  });
  return { values, turns: seen };
}

/** The order in which a judge reads what is known of a good reply, however it was written. */
const expectedKeys = ['reference', 'outcome', 'mustMention', 'mustNotMention', 'mustMatch', 'mustNotMatch', 'refs'];
/** Contexts of their own, which a sample can only write into `expected`. */
const otherContexts: ReadonlySet<string> = new Set(['question', 'guidelines', 'fullConversation']);

function toExpected(expected: unknown): unknown {
  if (!isPlainObject(expected)) return expected;
  const given = onlyGiven(expected);
  const known = expectedKeys.filter((key) => Object.hasOwn(given, key));
  const rest = Object.keys(given).filter((key) => !known.includes(key) && !otherContexts.has(key));
  const names = [...known, ...rest];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, given[name]]));
}

/** A blank text and an empty list say nothing: the default of the context is better than that. */
function onlyGiven(values: Readonly<Record<string, unknown>>): JudgeValues {
  const given = Object.entries(values).filter(([, value]) => {
    if (value === undefined || value === null) return false;
    return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0;
  });
  return Object.fromEntries(given);
}

/** The contexts that the deck asks for, that this reply does not have, and that have no default. */
export function listMissingContexts(deck: Deck, values: JudgeValues): readonly string[] {
  return deck.contexts
    .filter(({ name, default: value }) => !Object.hasOwn(values, name) && (value === undefined || value === null))
    .map(({ name }) => name);
}

/** A message as a judge sees it. Attached files are part of the text, and other keys of a message are not shown. */
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

export interface SeenTurn {
  /** Its place among all messages; that of its reply for what an agent did on the way to it. */
  readonly turnIndex: number;
  readonly message: SeenMessage;
}

/** What a message says besides its content. Samples come from many hands, so nothing is taken for granted. */
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
 * What a deck shows of a conversation that ends with what is graded: all of it; with `sees: turn` the last user turn and
 * everything after it; with a `window` the last turns of that. For the window, a reply counts as one turn together with
 * the tool calls and tool results that lead to it.
 */
export function selectSeen(
  turns: readonly SeenTurn[],
  { sees, window }: Pick<Deck, 'sees' | 'window'>,
): readonly SeenTurn[] {
  const seen = sees === 'turn' ? turns.slice(findAsked(turns)) : turns;
  return window === undefined ? seen : seen.slice(findWindow(seen, window));
}

/** Roles are open: without a user, the last speaker who is neither the assistant nor its machinery asks. */
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
