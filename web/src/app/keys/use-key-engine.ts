import { useContext, useEffect } from 'react';
import { startKeyEngine } from './key-engine.ts';
import { startTypingAhead } from './start-typing-ahead.ts';
import { typingAhead } from './typing-ahead.ts';
import { ActionContext } from './use-action.ts';

/** Once, in the shell. */
export function useKeyEngine(): void {
  const registry = useContext(ActionContext);
  useEffect(() => startTypingAhead(typingAhead, window), []);
  useEffect(() => startKeyEngine(registry, window, navigator.platform.startsWith('Mac')), [registry]);
}
