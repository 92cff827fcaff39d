import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';

/**
 * Names the one place where two states of an item differ (`answer`, `turn k3fm msg`); undefined when it is more than one
 * place. Looks at identity alone, so it costs next to nothing while somebody types.
 */
export function findEditPlace(before: Item, after: Item): string | undefined {
  const field = findOnly(listDifferent(before, after));
  if (field !== 'history') return field;
  const [was, is] = [before.history ?? [], after.history ?? []];
  if (was.length !== is.length) return undefined;
  const at = findOnly([...is.keys()].filter((index) => was[index] !== is[index]));
  return at === undefined ? undefined : findTurnPlace(was[at], is[at]);
}

function findTurnPlace(was: Turn | undefined, is: Turn | undefined): string | undefined {
  if (was === undefined || is === undefined || was.id !== is.id) return undefined;
  const field = findOnly(listDifferent(was, is));
  return field === undefined ? undefined : `turn ${is.id} ${field}`;
}

function listDifferent(before: object, after: object): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => Reflect.get(before, field) !== Reflect.get(after, field));
}

function findOnly<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
