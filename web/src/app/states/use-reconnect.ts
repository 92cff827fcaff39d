import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { toRetryDelayMs } from '../../data/retry-delay.ts';
import { type ServerState, serverState } from '../../data/server-state.ts';
import { meQuery } from '../../data/workspace.ts';

export interface Reconnect {
  readonly state: ServerState;
  /** The time of the next attempt while the server is unreachable. */
  readonly nextTryAt: number | undefined;
  readonly tryNow: () => void;
}

/** Retries an unreachable server. When it is back, everything on screen is fetched again. Runs once, in the shell. */
export function useReconnect(): Reconnect {
  const client = useQueryClient();
  const state = useSyncExternalStore(serverState.subscribe, serverState.get);
  const [attempt, setAttempt] = useState({ count: 0, nextTryAt: 0 });

  const tryNow = useCallback(async () => {
    try {
      await client.fetchQuery({ ...meQuery(), staleTime: 0, retry: false });
      setAttempt({ count: 0, nextTryAt: 0 });
      await client.invalidateQueries();
    } catch {
      setAttempt(({ count, nextTryAt }) => ({ count: count + 1, nextTryAt }));
    }
  }, [client]);

  useEffect(() => {
    if (state !== 'unreachable') return undefined;
    // The first attempt was the call that found the server unreachable, so the delays start at 2 s.
    const delayMs = toRetryDelayMs(attempt.count + 2);
    setAttempt(({ count }) => ({ count, nextTryAt: Date.now() + delayMs }));
    const timer = setTimeout(tryNow, delayMs);
    window.addEventListener('online', tryNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [state, attempt.count, tryNow]);

  useEffect(() => {
    if (state !== 'signed-out') return undefined;
    // Another tab of this browser has signed in.
    window.addEventListener('storage', tryNow);
    return () => window.removeEventListener('storage', tryNow);
  }, [state, tryNow]);

  return { state, nextTryAt: state === 'unreachable' && attempt.nextTryAt > 0 ? attempt.nextTryAt : undefined, tryNow };
}
