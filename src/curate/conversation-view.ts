import type { Item, Turn } from '../conversation/item/item.ts';
import { isAssistantRole } from '../conversation/role.ts';

export type Talk = Pick<Item, 'synthQuestion' | 'editedQuestion' | 'answer' | 'refs' | 'history'>;

/**
 * The turns of an item: its history, else its question and answer as two turns, the refs of the item behind the answer.
 * Only a view: nothing is rewritten. Without a question or an answer there is no such turn.
 */
export function toTurns(item: Talk): readonly Turn[] {
  if (hasHistory(item)) return item.history;
  const question = item.editedQuestion ?? item.synthQuestion;
  const turns: Turn[] = question === undefined ? [] : [{ role: 'user', msg: question, tags: [] }];
  if (item.answer === undefined) return turns;
  const refs = item.refs.length === 0 ? {} : { refs: item.refs };
  return [...turns, { role: 'assistant', msg: item.answer, ...refs, tags: [] }];
}

/** The founding curator writes an empty history for single-turn items. */
export function hasHistory<T extends Pick<Item, 'history'>>(item: T): item is T & { history: Turn[] } {
  return item.history !== undefined && item.history.length > 0;
}

/** The last turn of a role, which `editedQuestion` (user) or `answer` (assistant) repeats. */
export function findLastTurn(
  turns: readonly Turn[] | undefined,
  role: 'user' | 'assistant',
  assistantRoles: readonly string[] = [],
): Turn | undefined {
  const isWanted = (turn: Turn) =>
    role === 'assistant' ? isAssistantRole(turn.role, assistantRoles) : turn.role === role;
  return turns?.findLast(isWanted);
}

/** The roles besides `assistant` that speak for the assistant in a dataset. */
export type AssistantRolesOf = (dataset: string) => readonly string[];

export const noAssistantRoles: AssistantRolesOf = () => [];

/**
 * An item as rules, graders and targets see it: turns of the roles that its dataset names are assistant turns. Turns keep
 * their places, so a path in this view is a path in the item. Only a view: what is stored keeps its roles.
 */
export function withAssistantRoles<T extends Pick<Item, 'history'>>(item: T, roles: readonly string[]): T {
  const isNamed = ({ role }: Turn) => role !== 'assistant' && isAssistantRole(role, roles);
  if (roles.length === 0 || item.history?.some(isNamed) !== true) return item;
  const history = item.history.map((turn) => (isNamed(turn) ? { ...turn, role: 'assistant' } : turn));
  return { ...item, history };
}
