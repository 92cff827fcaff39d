import { type ReactNode, useContext, useEffect, useState } from 'react';
import { ActionContext, LayerContext } from './use-action.ts';

/** What lies over the page and has the keyboard: while it is there, no key of the page beneath does anything. */
export function OwnKeys({ children }: { readonly children: ReactNode }) {
  const registry = useContext(ActionContext);
  const [layer] = useState(() => Symbol('layer'));
  useEffect(() => registry.openLayer(layer), [registry, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
