import type { UngradedCause, Verdict } from '../../conversation/verdict.ts';
import type { GraderFigures } from '../run-figures.ts';
import { MeanTally } from './mean-tally.ts';
import { RateTally } from './rate-tally.ts';
import { toCountedUnit } from './turn-outcomes.ts';

/** What one grader said of all conversations. Its verdicts on one conversation are a cluster. */
export class GraderTally {
  readonly #rate = new RateTally();
  readonly #unit = new MeanTally();
  readonly #ungraded = new Map<UngradedCause, number>();

  /** The verdicts of the grader on one conversation. */
  add(verdicts: readonly Verdict[], cluster: string | undefined): void {
    const graded = verdicts.filter((verdict) => verdict.status === 'graded');
    this.#rate.add({ successes: graded.filter(({ pass }) => pass).length, trials: graded.length }, cluster);
    this.#unit.add(graded.map(toCountedUnit), cluster);
    for (const verdict of verdicts) {
      if (verdict.status === 'ungraded') {
        this.#ungraded.set(verdict.cause, (this.#ungraded.get(verdict.cause) ?? 0) + 1);
      }
    }
  }

  toFigures(grader: string): GraderFigures {
    return {
      grader,
      rate: this.#rate.toInterval(),
      unit: this.#unit.toInterval(),
      ungraded: Object.fromEntries(this.#ungraded),
    };
  }
}

/**
 * What a grader is called in figures. Those of turns and answer keys stand together, whatever their turn and number:
 * `turn-3/must-mention-1` is `must-mention`.
 */
export function toGraderName(id: string): string {
  const [, own] = /^turn-\d+\/(.+)$/.exec(id) ?? [];
  return own === undefined ? id : own.replace(/(?:-\d+)?(?:~\d+)?$/, '');
}
