import { definedOnly } from '../../base/defined-only.ts';
import { graderKindNames } from '../../conversation/grader-spec.ts';
import type { UngradedCause, Verdict } from '../../conversation/verdict.ts';
import type { GraderMetrics, JudgeFacts } from '../run-metrics.ts';
import { MeanTally } from './mean-tally.ts';
import { RateTally } from './rate-tally.ts';
import { toCountedUnit } from './turn-outcomes.ts';

/** The verdicts of one grader on all conversations. Its verdicts on one conversation are a cluster. */
export class GraderTally {
  readonly #rate = new RateTally();
  readonly #normalizedScore = new MeanTally();
  readonly #ungraded = new Map<UngradedCause, number>();
  readonly #judges = new Map<string, JudgeFacts>();

  /** The verdicts of the grader on one conversation. */
  add(verdicts: readonly Verdict[], cluster: string | undefined): void {
    const graded = verdicts.filter((verdict) => verdict.status === 'graded');
    this.#rate.add({ successes: graded.filter(({ pass }) => pass).length, trials: graded.length }, cluster);
    this.#normalizedScore.add(graded.map(toCountedUnit), cluster);
    for (const verdict of verdicts) {
      this.#addJudge(verdict);
      if (verdict.status === 'ungraded') {
        this.#ungraded.set(verdict.cause, (this.#ungraded.get(verdict.cause) ?? 0) + 1);
      }
    }
  }

  #addJudge({ provenance }: Verdict): void {
    if (provenance?.target === undefined || this.#judges.size >= keptJudges) return;
    const { deck, target, provider, model } = provenance;
    const key = JSON.stringify([deck, target, provider, model]);
    if (!this.#judges.has(key)) this.#judges.set(key, definedOnly({ deck, target, provider, model }));
  }

  toMetrics(grader: string): GraderMetrics {
    const judges = [...this.#judges].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, facts]) => facts);
    return {
      grader,
      rate: this.#rate.toInterval(),
      normalizedScore: this.#normalizedScore.toInterval(),
      ungraded: Object.fromEntries(this.#ungraded),
      ...(judges.length === 0 ? {} : { judges }),
    };
  }
}

/** Judges that are kept per name of a grader. More are left out. */
const keptJudges = 20;

/** Ids that are given by number, which means nothing across cases; but the judges of a case have decks of their own. */
const numbered = new Set([...graderKindNames.filter((kind) => kind !== 'judge'), 'must-mention', 'must-not-mention']);

/**
 * What a grader is called in metrics. Turns and given numbers are left out: `contains-2`, `turn-2/contains-1` are both
 * `contains`, `turn-3/must-mention-1` is `must-mention`. An id from the file stays as it is.
 */
export function toGraderName(id: string): string {
  const own = id.startsWith('turn-') ? id.replace(/^turn-\d+\/(.+?)(?:~\d+)?$/, '$1') : id;
  const name = own.slice(0, Math.max(0, own.lastIndexOf('-')));
  return numbered.has(name) && /-\d+$/.test(own) ? name : own;
}
