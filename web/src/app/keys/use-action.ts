import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type ActionLayer, ActionRegistry, type BoundAction } from './action-registry.ts';
import type { ActionId } from './action-table.ts';

export const ActionContext = createContext(new ActionRegistry());

/** The layer of the components below, set by `OwnKeys`. */
export const LayerContext = createContext<ActionLayer>(undefined);

/** Defines what an action does while this component is mounted. `undefined`: the action is not possible now. */
export function useAction(id: ActionId, run: (() => void) | undefined): void {
  const registry = useContext(ActionContext);
  const layer = useContext(LayerContext);
  const latest = useRef(run);
  const isPossible = run !== undefined;
  // Layout effects, so that all keys of what is visible work at once, even if a word is typed early.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    if (!isPossible) return undefined;
    return registry.bind({ id, layer, run: () => latest.current?.() });
  }, [registry, id, layer, isPossible]);
}

/** The actions that are possible on the page now, each once, even if a dialog covers it. */
export function usePossibleActions(): readonly BoundAction[] {
  const registry = useContext(ActionContext);
  const bound = useSyncExternalStore(registry.subscribe, registry.list);
  return useMemo(() => {
    const ofPage = bound.filter(({ layer }) => layer === undefined);
    return [...new Map(ofPage.map((action) => [action.id, action])).values()];
  }, [bound]);
}
