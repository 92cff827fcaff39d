import type { Judgement } from '../../conversation/judgement.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { toJudgementValues } from '../tables/judgements.ts';
import { toVerdictValues, type VerdictPlace } from '../tables/verdicts.ts';
import type { MessageWriter } from './message-writer.ts';
import type { RunStatements } from './run-statements.ts';

/** Verdicts of one conversation, and the judgements behind those that a judge gave. */
export interface GivenVerdicts {
  readonly verdicts: readonly Verdict[];
  readonly judgements: readonly Judgement[];
}

/** Throws when a judgement stands behind no verdict: it would never be found again. That is a mistake of ours. */
export function assertPaired({ verdicts, judgements }: GivenVerdicts): void {
  for (const judgement of judgements) {
    if (verdicts.some((verdict) => isOf(judgement, verdict))) continue;
    throw new Error(`There is a judgement of "${judgement.grader}" on turn ${judgement.turnIndex} without a verdict.`);
  }
}

/** Puts verdicts and judgements into the tables, inside a transaction of its caller. */
export class VerdictWriter {
  readonly #statements: RunStatements;
  readonly #messages: MessageWriter;

  constructor(statements: RunStatements, messages: MessageWriter) {
    this.#statements = statements;
    this.#messages = messages;
  }

  /** `place.sequence` is that of the first verdict; as many numbers are used as there are verdicts. */
  write({ verdicts, judgements }: GivenVerdicts, place: VerdictPlace): void {
    for (const [index, verdict] of verdicts.entries()) {
      const own = { ...place, sequence: place.sequence + index };
      const { changes } = this.#statements.insertVerdict.run(...toVerdictValues(verdict, own));
      // A verdict that was there already has its judgement.
      const judgement = changes === 0 ? undefined : judgements.find((each) => isOf(each, verdict));
      if (judgement !== undefined) this.#writeJudgement(judgement, own);
    }
  }

  #writeJudgement(judgement: Judgement, place: VerdictPlace): void {
    const { request, reply } = judgement;
    const texts = {
      request: request.map(({ role, content }): [string, number] => [role, this.#messages.storeText(content)]),
      reply: reply === undefined ? null : this.#messages.storeText(reply),
    };
    this.#statements.insertJudgement.run(...toJudgementValues(judgement, place, texts));
  }
}

function isOf(judgement: Judgement, verdict: Verdict): boolean {
  return judgement.grader === verdict.grader && judgement.turnIndex === verdict.turnIndex;
}
