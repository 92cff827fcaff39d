import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { toJudgmentColumns } from './judgments.ts';
import type { MessageWriter } from './message-writer.ts';
import type { RunStatements } from './run-statements.ts';
import { toVerdictColumns, type VerdictPlace } from './verdicts.ts';

/** Verdicts of one conversation, and the judgments behind those that a judge gave. */
export interface GivenVerdicts {
  readonly verdicts: readonly Verdict[];
  readonly judgments: readonly Judgment[];
}

/** Throws when a judgment has no verdict: it would never be found again. */
export function assertPaired({ verdicts, judgments }: GivenVerdicts): void {
  for (const judgment of judgments) {
    if (verdicts.some((verdict) => isOf(judgment, verdict))) continue;
    throw new Error(`There is a judgment of "${judgment.grader}" on turn ${judgment.turnIndex} without a verdict.`);
  }
}

/** Puts verdicts and judgments into the tables, inside a transaction of its caller. */
export class VerdictWriter {
  readonly #statements: RunStatements;
  readonly #messages: MessageWriter;

  constructor(statements: RunStatements, messages: MessageWriter) {
    this.#statements = statements;
    this.#messages = messages;
  }

  /** `place.sequence` is that of the first verdict; as many numbers are used as there are verdicts. */
  write({ verdicts, judgments }: GivenVerdicts, place: VerdictPlace): void {
    for (const [index, verdict] of verdicts.entries()) {
      const own = { ...place, sequence: place.sequence + index };
      const changes = this.#statements.insertVerdict.run(toVerdictColumns(verdict, own));
      // A verdict that was there already has its judgment.
      const judgment = changes === 0 ? undefined : judgments.find((each) => isOf(each, verdict));
      if (judgment !== undefined) this.#writeJudgment(judgment, own);
    }
  }

  #writeJudgment(judgment: Judgment, place: VerdictPlace): void {
    const { request, reply } = judgment;
    const texts = {
      request: request.map(({ role, content }): [string, number] => [role, this.#messages.storeText(content)]),
      reply: reply === undefined ? null : this.#messages.storeText(reply),
    };
    this.#statements.insertJudgment.run(toJudgmentColumns(judgment, place, texts));
  }
}

function isOf(judgment: Judgment, verdict: Verdict): boolean {
  return judgment.grader === verdict.grader && judgment.turnIndex === verdict.turnIndex;
}
