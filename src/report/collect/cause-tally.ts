import type { CauseFigures } from '../run-figures.ts';
import type { CaseLine } from '../run-summary.ts';

type Found = Pick<CauseFigures, 'status' | 'cause' | 'example'>;

/** Errors and ungraded by cause, each with one message of it. */
export class CauseTally {
  readonly #causes = new Map<string, CauseFigures>();

  add(line: CaseLine): void {
    const found = findCause(line);
    if (found === undefined) return;
    const key = `${found.status} ${found.cause}`;
    const before = this.#causes.get(key) ?? { ...found, count: 0, hasOthers: false };
    this.#causes.set(key, {
      ...before,
      count: before.count + 1,
      // The same one, whatever order they come in.
      example: found.example < before.example ? found.example : before.example,
      hasOthers: before.hasOthers || found.example !== before.example,
    });
  }

  /** The most frequent first. */
  toFigures(): readonly CauseFigures[] {
    return [...this.#causes.values()].sort(
      (one, other) => other.count - one.count || (one.cause < other.cause ? -1 : Number(one.cause > other.cause)),
    );
  }
}

function findCause({ status, error, verdict }: CaseLine): Found | undefined {
  if (status === 'error' && error !== undefined) return { status, cause: error.cause, example: error.message };
  if (status !== 'ungraded' || verdict?.status !== 'ungraded') return undefined;
  return { status, cause: verdict.cause, example: verdict.reason ?? '' };
}
