import { useEffect, useSyncExternalStore } from 'react';
import { type FindPattern, Patterns } from '../../../src/base/patterns.ts';
import { loadCode } from './load-code.ts';

let find: FindPattern | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The engine for regular expressions. Few answer keys have one, so it is loaded when the first is seen. */
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

/** The engine, once it is needed. Until it is there, patterns are not tested. */
export function usePatterns(isNeeded: boolean): FindPattern | undefined {
  const found = useSyncExternalStore(patterns.subscribe, patterns.get);
  useEffect(() => {
    if (isNeeded) void patterns.load();
  }, [isNeeded]);
  return found;
}
