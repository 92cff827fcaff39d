import { type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { ActionContext, LayerContext } from './use-action.ts';

/** What lies over the page and has the keyboard: while it is there, no key of the page beneath does anything. */
export function OwnKeys({ children }: { readonly children: ReactNode }) {
  const registry = useContext(ActionContext);
  const [layer] = useState(() => Symbol('layer'));
  // With what is shown and not after it: the next key may come at once.
  useLayoutEffect(() => registry.openLayer(layer), [registry, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
