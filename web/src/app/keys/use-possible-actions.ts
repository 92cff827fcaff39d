import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { BoundAction } from './action-registry.ts';
import { ActionContext } from './use-action.ts';

/** What can be done on the page just now, whatever lies over it: each action once. */
export function usePossibleActions(): readonly BoundAction[] {
  const registry = useContext(ActionContext);
  const bound = useSyncExternalStore(registry.subscribe, registry.list);
  return useMemo(() => {
    const ofPage = bound.filter(({ layer }) => layer === undefined);
    return [...new Map(ofPage.map((action) => [action.id, action])).values()];
  }, [bound]);
}
