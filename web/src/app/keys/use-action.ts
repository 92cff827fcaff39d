import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type ActionLayer, ActionRegistry, type BoundAction } from './action-registry.ts';
import type { ActionId } from './action-table.ts';

export const ActionContext = createContext(new ActionRegistry());

/** The layer that the components below stand on: `OwnKeys`. */
export const LayerContext = createContext<ActionLayer>(undefined);

/** Says what an action does while this component is shown. `undefined`: it cannot be done now. */
export function useAction(id: ActionId, run: (() => void) | undefined): void {
  const registry = useContext(ActionContext);
  const layer = useContext(LayerContext);
  const latest = useRef(run);
  const isPossible = run !== undefined;
  // With the page and not after it: of what is seen, every key works, or none of a word that is typed early.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    if (!isPossible) return undefined;
    return registry.bind({ id, layer, run: () => latest.current?.() });
  }, [registry, id, layer, isPossible]);
}

/** What can be done on the page just now, whatever lies over it: each action once. */
export function usePossibleActions(): readonly BoundAction[] {
  const registry = useContext(ActionContext);
  const bound = useSyncExternalStore(registry.subscribe, registry.list);
  return useMemo(() => {
    const ofPage = bound.filter(({ layer }) => layer === undefined);
    return [...new Map(ofPage.map((action) => [action.id, action])).values()];
  }, [bound]);
}
