import type { TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import { perToken, type Range } from '../conversation/token-range.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import type { GradedConversation } from '../grade/graded-conversation.ts';
import { isDecidedAt, isOnWhole, lacksWhole, selectReplies } from '../grade/select-replies.ts';

/** What a grading will ask of judges, before it asks. Calls are counted; tokens and money are guessed. */
export interface GradingPlan {
  readonly conversations: number;
  readonly judgeCalls: number;
  readonly tokens: Range;
  /** Of the judges whose price is known. */
  readonly costUsd: Range;
  /** Judges whose price is not known; what they cost is not in `costUsd`. */
  readonly unpriced: readonly string[];
}

/** What a judge says: a number and a sentence, or a page. */
const outputTokens: Range = { low: 20, high: 1_000 };

/** Adds up what judges will be asked. */
export class GradingPlanner {
  readonly #priceOf: (spec: TargetSpec) => TokenPrice | undefined;
  readonly #unpriced = new Set<string>();
  #calls = 0;
  readonly #tokens = { low: 0, high: 0 };
  readonly #costUsd = { low: 0, high: 0 };

  constructor(priceOf: (spec: TargetSpec) => TokenPrice | undefined) {
    this.#priceOf = priceOf;
  }

  /** So many calls of a judge, each with a request of about this length. */
  add(spec: TargetSpec, { calls, characters }: { readonly calls: number; readonly characters: number }): void {
    this.#calls += calls;
    const price = this.#priceOf(spec);
    if (price === undefined) this.#unpriced.add(spec.id);
    for (const end of ['low', 'high'] as const) {
      const input = calls * Math.round(characters / perToken[end]);
      const output = calls * outputTokens[end];
      this.#tokens[end] += input + output;
      this.#costUsd[end] += (input * (price?.input_usd ?? 0) + output * (price?.output_usd ?? 0)) / 1e6;
    }
  }

  toPlan(conversations: number): GradingPlan {
    return {
      conversations,
      judgeCalls: this.#calls,
      tokens: this.#tokens,
      costUsd: this.#costUsd,
      unpriced: [...this.#unpriced],
    };
  }
}

/** How often a grader speaks in a conversation; of one in error, only where a reply alone decides it. */
export function countVerdicts(
  grader: CaseGrader,
  { play, replies }: Pick<GradedConversation, 'play' | 'replies'>,
  hasError: boolean,
): number {
  if (hasError) return replies.filter((reply) => isDecidedAt(grader, reply)).length;
  if (lacksWhole(grader, play)) return 0;
  return isOnWhole(grader, play) ? 1 : selectReplies(grader, replies).length;
}
