/** Time, handed in, so that nothing waits in a test. */
export interface Clock {
  /** Milliseconds since 1970. May jump, also backwards: only for showing and for records. */
  now(): number;
  /** Milliseconds that never go backwards: for measuring. */
  elapsed(): number;
  /** Resolves after the time, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
