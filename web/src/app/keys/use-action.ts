import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { type ActionLayer, ActionRegistry } from './action-registry.ts';
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
