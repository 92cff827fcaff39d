import { isDeciding, type UngradedCause, type Verdict } from '../../conversation/verdict.ts';
import type { CauseMetrics, UngradedVerdicts, VariantMetrics } from '../run-metrics.ts';
import { type CaseLine, listedCases } from '../run-summary.ts';
import { toGraderName } from './grader-tally.ts';
import { NamedTallies } from './named-tallies.ts';

interface Example {
  readonly line: CaseLine;
  readonly isJudged: boolean;
}

/**
 * Verdicts that could not be given in conversations that failed or broke anyway: neither their status nor the causes
 * show that.
 */
export class UngradedTally {
  readonly #graders = new NamedTallies(() => true);
  readonly #compare: (one: CaseLine, other: CaseLine) => number;
  #example: Example | undefined;

  constructor(compare: (one: CaseLine, other: CaseLine) => number) {
    this.#compare = compare;
  }

  add(line: CaseLine, verdicts: readonly Verdict[]): void {
    if (line.status !== 'fail' && line.status !== 'error') return;
    const open = verdicts.filter((verdict) => isDeciding(verdict) && verdict.status === 'ungraded');
    if (open.length === 0) return;
    for (const { grader } of open) this.#graders.get(toGraderName(grader));
    if (this.#example !== undefined && this.#compare(line, this.#example.line) >= 0) return;
    this.#example = { line, isJudged: open.some(({ provenance }) => provenance?.target !== undefined) };
  }

  /** The ungraded verdicts of these variants. Undefined when there are none. */
  toMetrics(variants: readonly Pick<VariantMetrics, 'byGrader'>[]): UngradedVerdicts | undefined {
    if (this.#example === undefined) return undefined;
    const { line, isJudged } = this.#example;
    const graders = this.#graders.list().map(([name]) => toGraderMetrics(name, variants));
    return { graders, example: { id: line.id, isJudged } };
  }
}

/** The verdicts of one grader in all variants together. */
function toGraderMetrics(
  grader: string,
  variants: readonly Pick<VariantMetrics, 'byGrader'>[],
): UngradedVerdicts['graders'][number] {
  const causes: Partial<Record<UngradedCause, number>> = {};
  let of = 0;
  for (const { rate, ungraded } of variants.flatMap(({ byGrader }) =>
    byGrader.filter((one) => one.grader === grader),
  )) {
    of += rate.n;
    for (const [cause, count] of Object.entries(ungraded)) {
      of += count;
      // Object.entries forgets the type of the keys, which are causes.
      const known = cause as UngradedCause;
      causes[known] = (causes[known] ?? 0) + count;
    }
  }
  return { grader, of, causes };
}

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
