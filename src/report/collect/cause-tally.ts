import type { CauseMetrics } from '../run-metrics.ts';
import { type CaseLine, listedCases } from '../run-summary.ts';

type Found = Pick<CauseMetrics, 'status' | 'cause' | 'example'>;

/** A case by its place in the files of the run. */
type CasePlace = Pick<CaseLine, 'file' | 'position' | 'id'>;

interface Counted extends Omit<CauseMetrics, 'cases' | 'hasMoreCases'> {
  /** One more than are listed, in the order of the files. */
  readonly first: readonly CasePlace[];
}

/** Errors and ungraded by cause, each with one message of it; ungraded ones with the first cases. */
export class CauseTally {
  readonly #causes = new Map<string, Counted>();

  add(line: CaseLine): void {
    const found = findCause(line);
    if (found === undefined) return;
    const key = `${found.status} ${found.cause}`;
    const before = this.#causes.get(key) ?? { ...found, count: 0, hasOthers: false, first: [] };
    this.#causes.set(key, {
      ...before,
      count: before.count + 1,
      // The same one, whatever order they come in.
      example: found.example < before.example ? found.example : before.example,
      hasOthers: before.hasOthers || found.example !== before.example,
      first: found.status === 'ungraded' ? withCase(before.first, line) : [],
    });
  }

  /** The most frequent first. */
  toMetrics(): readonly CauseMetrics[] {
    return [...this.#causes.values()]
      .sort((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : Number(one.cause > other.cause)))
      .map(({ first, ...metrics }) => ({
        ...metrics,
        ...(first.length === 0 ? {} : { cases: first.slice(0, listedCases).map(({ id }) => id) }),
        ...(first.length > listedCases ? { hasMoreCases: true as const } : {}),
      }));
  }
}

function withCase(first: readonly CasePlace[], { file, position, id }: CaseLine): readonly CasePlace[] {
  if (first.some((other) => other.file === file && other.position === position)) return first;
  return [...first, { file, position, id }]
    .sort((one, other) => one.file - other.file || one.position - other.position)
    .slice(0, listedCases + 1);
}

function findCause({ status, error, verdict }: CaseLine): Found | undefined {
  if (status === 'error' && error !== undefined) return { status, cause: error.cause, example: error.message };
  if (status !== 'ungraded' || verdict?.status !== 'ungraded') return undefined;
  return { status, cause: verdict.cause, example: verdict.reason ?? '' };
}
