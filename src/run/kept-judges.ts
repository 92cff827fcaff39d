import { type Problem, toWarning } from '../base/fault.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { CaseGrader } from '../grade/case-graders.ts';

/** The judges that --judge does not reach, because they or their decks name a target. Reported once, together. */
export class KeptJudges {
  readonly #chosen: string | undefined;
  readonly #kept = new Map<string, string>();

  /** `chosen`: the id behind --judge. */
  constructor(chosen: string | undefined) {
    this.#chosen = chosen;
  }

  add({ id, spec }: CaseGrader, deck: Deck): void {
    const named = spec.target ?? deck.target;
    if (this.#chosen === undefined || named === undefined || named === this.#chosen || this.#kept.has(id)) return;
    this.#kept.set(
      id,
      `${id} uses the target ${named}, which its ${spec.target === undefined ? 'deck' : 'grader'} sets`,
    );
  }

  get warnings(): readonly Problem[] {
    const [first, ...rest] = this.#kept.values();
    if (first === undefined) return [];
    const more =
      rest.length === 0
        ? ''
        : ` The same is true for ${rest.length === 1 ? '1 other judge' : `${rest.length} other judges`}.`;
    const message = `${first}. --judge applies only to judges without a target.${more}`;
    const hint = 'To use --judge, remove `target` there.';
    return [toWarning({ code: 'RUN_JUDGE_KEPT', message, hint })];
  }
}
