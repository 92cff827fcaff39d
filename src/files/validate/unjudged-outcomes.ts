import { type Place, type Problem, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/**
 * Outcomes next to checks, without a judge. Authors mostly think that an outcome is graded. It is only when there
 * are no other graders, those of the file included. Reported once per file, at the first one.
 */
export class UnjudgedOutcomes {
  readonly #reading: string;
  #first: { readonly id: string; readonly place: Place } | undefined;
  #others = 0;

  constructor(reading: string) {
    this.#reading = reading;
  }

  add(evalCase: EvalCase, placeOf: PlaceOf): void {
    const path = findUnjudged(evalCase);
    if (path === undefined) return;
    if (this.#first === undefined) this.#first = { id: evalCase.id, place: placeOf(path) };
    else this.#others += 1;
  }

  check(): readonly Problem[] {
    if (this.#first === undefined) return [];
    const { id, place } = this.#first;
    const others =
      this.#others === 0 ? '' : ` The same is true for ${this.#others.toLocaleString('en')} more cases in this file.`;
    const message = `Nothing checks the outcome of case "${id}": it has other graders, but none of them is a judge.${others}`;
    const hint = 'Add `- rubric: <the outcome>` or `- judge: <a deck>` to its graders.';
    return [toWarning({ code: 'EVAL_OUTCOME_NOT_JUDGED', message, hint, reading: this.#reading, ...place })];
  }
}

/** Where the first outcome without a judge is. A judge of the whole case may read all of them. */
function findUnjudged({ outcome, graders, turns = [] }: EvalCase): readonly PathSegment[] | undefined {
  if (graders.some(isJudge)) return undefined;
  if (outcome !== undefined && graders.length > 0) return ['outcome'];
  const turn = turns.findIndex(({ outcome: wanted, graders: own = [] }) => {
    return wanted !== undefined && own.length > 0 && !own.some(isJudge);
  });
  return turn === -1 ? undefined : ['turns', turn, 'outcome'];
}

function isJudge({ judge, rubric }: GraderSpec): boolean {
  return judge !== undefined || rubric !== undefined;
}
