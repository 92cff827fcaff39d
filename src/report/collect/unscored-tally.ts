import type { UngradedCause, Verdict } from '../../conversation/verdict.ts';
import type { UngradedVerdicts, VariantMetrics } from '../run-metrics.ts';
import type { CaseLine } from '../run-summary.ts';
import { toGraderName } from './grader-tally.ts';
import { NamedTallies } from './named-tallies.ts';

interface Example {
  readonly line: CaseLine;
  readonly isJudged: boolean;
}

/**
 * Verdicts that could not be given in conversations that failed or broke all the same: neither their status nor the
 * causes tell of them.
 */
export class UnscoredTally {
  readonly #graders = new NamedTallies(() => true);
  readonly #compare: (one: CaseLine, other: CaseLine) => number;
  #example: Example | undefined;

  constructor(compare: (one: CaseLine, other: CaseLine) => number) {
    this.#compare = compare;
  }

  add(line: CaseLine, verdicts: readonly Verdict[]): void {
    if (line.status !== 'fail' && line.status !== 'error') return;
    const open = verdicts.filter(({ status }) => status === 'ungraded');
    if (open.length === 0) return;
    for (const { grader } of open) this.#graders.get(toGraderName(grader));
    if (this.#example !== undefined && this.#compare(line, this.#example.line) >= 0) return;
    this.#example = { line, isJudged: open.some(({ provenance }) => provenance?.target !== undefined) };
  }

  /** Of these variants; undefined when there are none. */
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
