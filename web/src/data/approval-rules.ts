import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type FindPattern, Patterns } from '../../../src/base/patterns.ts';
import { hasPatterns } from '../../../src/conversation/answer-key.ts';
import type { Item } from '../../../src/conversation/item/item.ts';
import type { ApprovalRules } from '../../../src/curate/approval.ts';
import { useAssistantRoles } from './assistant-roles.ts';
import { loadCode } from './load-code.ts';
import { tagSchemaQuery } from './tags.ts';

/** The rules that approve these items. Undefined until they are loaded. */
export function useApprovalRules(items: readonly Pick<Item, 'history'>[]): ApprovalRules | undefined {
  const schema = useQuery(tagSchemaQuery()).data;
  const assistantRolesOf = useAssistantRoles();
  const findPattern = usePatterns(
    items.some(({ history }) => history?.some(({ answerKey }) => hasPatterns(answerKey))),
  );
  return useMemo(
    () => (schema === undefined ? undefined : { schema, findPattern, assistantRolesOf }),
    [schema, findPattern, assistantRolesOf],
  );
}

let find: FindPattern | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The engine for regular expressions. Few answer keys have patterns, so it is loaded with the first pattern. */
export const patterns = {
  get: (): FindPattern | undefined => find,
  load: (): Promise<void> => {
    loading ??= loadCode(() => new Patterns().load()).then((loaded) => {
      find = loaded;
      for (const listener of listeners) listener();
    });
    return loading;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The engine, loaded when an item needs it. Until then, patterns are not tested. */
export function usePatterns(isNeeded: boolean): FindPattern | undefined {
  const found = useSyncExternalStore(patterns.subscribe, patterns.get);
  useEffect(() => {
    if (isNeeded) void patterns.load();
  }, [isNeeded]);
  return found;
}
