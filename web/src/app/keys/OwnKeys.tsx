import { type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { ActionContext, LayerContext } from './use-action.ts';

/** Gives the keyboard to whatever is open over the page. No key of the page works while it is open. */
export function OwnKeys({ children }: { readonly children: ReactNode }) {
  const registry = useContext(ActionContext);
  const [layer] = useState(() => Symbol('layer'));
  // A layout effect, so that the layer is there before the next key press.
  useLayoutEffect(() => registry.openLayer(layer), [registry, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
