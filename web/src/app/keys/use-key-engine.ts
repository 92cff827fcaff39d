import { useContext, useEffect } from 'react';
import { startKeyEngine } from './key-engine.ts';
import { ActionContext } from './use-action.ts';

/** Once, in the shell. */
export function useKeyEngine(): void {
  const registry = useContext(ActionContext);
  useEffect(() => startKeyEngine(registry, window, navigator.platform.startsWith('Mac')), [registry]);
}
