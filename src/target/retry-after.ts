type Headers = Readonly<Record<string, string>>;

/** How long the provider asks to wait; undefined when it does not say so in a way that can be read. */
export function findRetryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = toAmount(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const written = headers['retry-after'];
  const seconds = toAmount(written);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(written ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Google says it in the body, as `"retryDelay": "34s"`. */
export function findRetryDelayMs(body: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function toAmount(written: string | undefined): number | undefined {
  return written !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(written) ? Number(written) : undefined;
}
