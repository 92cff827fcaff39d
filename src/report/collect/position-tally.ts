import type { Estimate } from '../../statistics/estimate.ts';
import { countAtRisk, type StepOutcome, survivalCurve } from '../../statistics/rates/survival.ts';
import { joinTurnIndex } from '../reply-names.ts';
import type { FirstFailure, PositionMetrics } from '../run-metrics.ts';
import { MeanTally } from './mean-tally.ts';
import { RateTally } from './rate-tally.ts';
import type { TurnOutcome } from './turn-outcomes.ts';

/** Replies of conversations longer than this are counted in their conversation only, not by position. */
const mostPositions = 1_000;

interface Position {
  /** Where these replies are; null: not all at the same turn. */
  turnIndex: number | null | undefined;
  readonly rate: RateTally;
  readonly normalizedScore: MeanTally;
  /** Conversations without a fail before it that are still observed, and those of them that fail here. */
  atRisk: number;
  failed: number;
  /** Conversations whose first fail is here, whatever was graded before. */
  firstFails: number;
}

/** The results of the first reply of each conversation, of the second, and so on. */
export class PositionTally {
  readonly #positions: Position[] = [];
  readonly #recovered = new RateTally();
  /** Conversations by the turn that failed first. */
  readonly #failedTurns = new Map<number, number>();
  readonly #clusters = new Set<string>();
  #conversations = 0;
  #single = 0;

  /** The replies of one conversation. */
  add(outcomes: readonly TurnOutcome[], cluster: string | undefined): void {
    if (outcomes.length === 0) return;
    this.#conversations += 1;
    if (cluster === undefined) this.#single += 1;
    else this.#clusters.add(cluster);
    for (const outcome of outcomes.slice(0, mostPositions)) this.#addTurn(outcome, cluster);
    this.#addSurvival(outcomes);
    this.#addFirstFail(outcomes, cluster);
  }

  #addTurn({ reply, turnIndex, isPass, normalizedScore }: TurnOutcome, cluster: string | undefined): void {
    const position = this.#get(reply);
    position.turnIndex = joinTurnIndex(position.turnIndex, turnIndex);
    if (isPass !== undefined) position.rate.addOne(isPass, cluster);
    if (normalizedScore !== null) position.normalizedScore.add([normalizedScore], cluster);
  }

  #addSurvival(outcomes: readonly TurnOutcome[]): void {
    countAtRisk(outcomes.slice(0, mostPositions).map(toStep), (reply) => this.#get(reply));
  }

  #addFirstFail(outcomes: readonly TurnOutcome[], cluster: string | undefined): void {
    const first = outcomes.find(({ isPass }) => isPass === false);
    if (first === undefined) return;
    if (first.reply < mostPositions) this.#get(first.reply).firstFails += 1;
    this.#failedTurns.set(first.turnIndex, (this.#failedTurns.get(first.turnIndex) ?? 0) + 1);
    const last = outcomes.findLast(({ isPass }) => isPass !== undefined);
    if (last !== undefined && last.reply > first.reply) this.#recovered.addOne(last.isPass === true, cluster);
  }

  #get(reply: number): Position {
    while (this.#positions.length <= reply) {
      const counts = { turnIndex: undefined, atRisk: 0, failed: 0, firstFails: 0 };
      this.#positions.push({ rate: new RateTally(), normalizedScore: new MeanTally(), ...counts });
    }
    // There is one: the list was made long enough above.
    return this.#positions[reply] as Position;
  }

  /** Positions of which no reply was graded are left out. */
  toMetrics(): readonly PositionMetrics[] {
    const alive = this.#toSurvival();
    return this.#positions.flatMap(({ turnIndex = null, rate, normalizedScore }, reply) => {
      const mean = normalizedScore.toInterval();
      const survival = alive[reply];
      if (mean.n === 0 || survival === undefined) return [];
      return [{ replyIndex: reply, turnIndex, rate: rate.toInterval(), normalizedScore: mean, survival }];
    });
  }

  toFirstFailure(): FirstFailure {
    const counts = this.#positions.map(({ firstFails }) => firstFails);
    const last = counts.findLastIndex((count) => count > 0);
    const byTurn = [...this.#failedTurns].map(([turnIndex, count]) => ({ turnIndex, count }));
    return {
      byReply: counts.slice(0, last + 1),
      byTurn: byTurn.sort((one, other) => one.turnIndex - other.turnIndex),
      recoveryRate: this.#recovered.toInterval(),
    };
  }

  /** Where repeats make clusters, each counts for one conversation only: the careful side. */
  #toSurvival(): readonly Estimate[] {
    // Where nothing was replied there is no share, and no position that could need one.
    const independent = this.#conversations === 0 ? 1 : (this.#clusters.size + this.#single) / this.#conversations;
    return survivalCurve(this.#positions, { independent });
  }
}

function toStep({ isPass, isLookedAt }: TurnOutcome): StepOutcome {
  if (isPass === undefined) return isLookedAt ? 'unknown' : 'not-looked-at';
  return isPass ? 'pass' : 'fail';
}
