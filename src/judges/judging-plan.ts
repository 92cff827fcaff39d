import { type Problem, toWarning } from '../base/fault.ts';
import { hashText } from '../base/hash.ts';
import { renderNumberOf } from '../base/number-of.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import { perToken, type Range, replyLength } from '../conversation/token-range.ts';
import {
  type CaseGrader,
  canGradeAt,
  isForConversation,
  isForOneTurn,
  isJudge,
  lacksConversation,
  selectReplies,
} from '../grade/case-graders.ts';
import { ConversationLog, type GradedConversation } from '../grade/graded-conversation.ts';
import { checkChosenTargets, type EvalSource } from '../samples/eval-sources.ts';
import type { GraderJudge, JudgeResolver } from './judge-resolver.ts';

/** What a grading will ask judges. Calls are counted, and tokens and cost are estimated. */
export interface GradingPlan {
  readonly conversations: number;
  readonly judgeCalls: number;
  readonly tokens: Range;
  /** The cost of judges with a known price. */
  readonly costUsd: Range;
  /** Judges without a known price. `costUsd` leaves them out. */
  readonly unpriced: readonly string[];
}

/** The length of a judge's reply: from a number and a sentence to a page. */
const outputTokens: Range = { low: 20, high: 1_000 };

/** Adds up calls, tokens and cost of judges. */
export class GradingPlanner {
  readonly #priceOf: (spec: TargetSpec) => TokenPrice | undefined;
  readonly #unpriced = new Set<string>();
  #calls = 0;
  readonly #tokens = { low: 0, high: 0 };
  readonly #costUsd = { low: 0, high: 0 };

  constructor(priceOf: (spec: TargetSpec) => TokenPrice | undefined) {
    this.#priceOf = priceOf;
  }

  /** Adds calls of a judge. `characters`: the approximate length of each request. */
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

/** How many verdicts a grader gives on a conversation. With an error, only those that depend on a single reply. */
export function countVerdicts(
  grader: CaseGrader,
  { play, replies }: Pick<GradedConversation, 'play' | 'replies'>,
  hasError: boolean,
): number {
  if (hasError) return replies.filter((reply) => canGradeAt(grader, reply)).length;
  if (lacksConversation(grader, play)) return 0;
  return isForConversation(grader, play) ? 1 : selectReplies(grader, replies).length;
}

/** The judges that `--judge` does not change, because they or their decks name a target. One warning for all. */
export class OtherJudges {
  readonly #chosen: string | undefined;
  readonly #kept = new Map<string, string>();

  /** `chosen`: the id of `--judge`. */
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
    const more = rest.length === 0 ? '' : ` The same is true for ${renderNumberOf(rest.length, 'other judge')}.`;
    const message = `${first}. --judge applies only to judges without a target.${more}`;
    const hint = 'To use --judge, remove `target` there.';
    return [toWarning({ code: 'RUN_JUDGE_KEPT', message, hint })];
  }
}

/** A recorded conversation that will be re-graded, with its case as it is now. */
interface RegradedCase {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly conversation: StoredConversation;
}

interface SurveyOptions {
  readonly judges: JudgeResolver;
  readonly priceOf: (spec: TargetSpec) => TokenPrice | undefined;
  /** The id of `--judge`, if it is on the command line. */
  readonly chosen?: string | undefined;
}

/** Visits the conversations that will be re-graded, and plans their judge calls. */
export class GradingSurvey {
  readonly #judges: JudgeResolver;
  readonly #planner: GradingPlanner;
  readonly #schemas = new Map<string, string>();
  #conversations = 0;
  readonly #otherJudges: OtherJudges;
  #unjudged: string | undefined;

  constructor({ judges, priceOf, chosen }: SurveyOptions) {
    this.#judges = judges;
    this.#planner = new GradingPlanner(priceOf);
    this.#otherJudges = new OtherJudges(chosen);
  }

  readonly visit = ({ source, evalCase, conversation }: RegradedCase, graders: readonly CaseGrader[]): void => {
    this.#conversations += 1;
    for (const grader of graders) this.#addSchema(source, grader);
    const asking = graders.filter(isJudge);
    if (asking.length === 0) return;
    const { start, turns, replies, end } = conversation;
    const log = new ConversationLog(evalCase, start.play, { turns, replies, verdicts: [] });
    const characters = countCharacters(conversation);
    for (const grader of asking) {
      const judge = this.#use(source, grader, conversation.start.target);
      // Its verdict will be ungraded, with the reason.
      if (judge === undefined) continue;
      const { deck, spec } = judge;
      this.#otherJudges.add(grader, deck);
      const calls = countVerdicts(grader, log, end?.status === 'error');
      if (spec === undefined) this.#unjudged ??= `"${grader.id}" of case "${evalCase.id}"`;
      else this.#planner.add(spec, { calls, characters: deck.text.length + characters });
    }
  };

  toPlan(): GradingPlan {
    return this.#planner.toPlan(this.#conversations);
  }

  get warnings(): readonly Problem[] {
    const warnings = this.#otherJudges.warnings;
    if (this.#unjudged === undefined) return warnings;
    const message = `No judge target is set for ${this.#unjudged}, so it stays ungraded.`;
    const hint = 'Add `judge: <target id>` to the eval file, or pass --judge <id>.';
    return [...warnings, toWarning({ code: 'RUN_NO_JUDGE', message, hint })];
  }

  /** Everything outside the cases that decides a verdict. Limits, price, timeout and cache do not. */
  get hashed(): unknown {
    const judges = this.#judges.specs.map(
      ({ limits: _, price: _price, timeout: _timeout, cache: _cache, ...spec }) => spec,
    );
    return { decks: this.#judges.deckHashes, judges: judges.sort(byId), schemas: Object.fromEntries(this.#schemas) };
  }

  /** Checks the target here, because a deck from the command line can name any target. */
  #use(source: EvalSource, grader: CaseGrader, tested: string): GraderJudge | undefined {
    const judge = this.#judges.find(source, grader, tested);
    if (judge === undefined) return undefined;
    if (judge.target !== undefined) checkChosenTargets([source], [judge.target]);
    this.#judges.use(source, grader, judge);
    return judge;
  }

  #addSchema({ evalFile: { attachments } }: EvalSource, { spec }: CaseGrader): void {
    const schema = spec['json-schema'];
    if (typeof schema !== 'string') return;
    const path = attachments.resolve(schema);
    if (!this.#schemas.has(path)) this.#schemas.set(path, hashText(attachments.readText(schema)));
  }
}

function byId(one: Pick<TargetSpec, 'id'>, other: Pick<TargetSpec, 'id'>): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** Approximately what a judge reads of a conversation. */
function countCharacters({ turns, replies }: StoredConversation): number {
  const traced = replies.flatMap(({ call }) => call.trace ?? []);
  const length = traced.length === 0 ? 0 : JSON.stringify(traced).length;
  return [...turns, ...replies].reduce((sum, { played: { message, texts } }) => {
    const { content } = message;
    if (texts !== undefined) return texts.reduce((total, text) => total + text.length, sum);
    return sum + (typeof content === 'string' ? content.length : JSON.stringify(content ?? '').length);
  }, length);
}

/** A conversation before it is played: its estimated replies, and the characters of everything else. */
export interface PlayEstimate {
  readonly play: PlayMode;
  readonly replies: Range;
  readonly characters: number;
}

/**
 * The estimated calls and input tokens of a judge. Each call contains the deck, and half or all of the conversation.
 */
export function estimateJudging(
  grader: CaseGrader,
  deck: Deck,
  { play, replies, characters }: PlayEstimate,
): { readonly calls: Range; readonly input: Range } {
  const calls = countCalls(grader, play, replies);
  const deckLength = deck.contexts.reduce((sum, context) => sum + context.assistantQuestion.length, deck.text.length);
  const half = replies.high > 1 && calls.high > 1 ? 0.5 : 1;
  const low = (deckLength + half * (characters + replies.low * replyLength.low)) / perToken.low;
  const high = (deckLength + characters + replies.high * replyLength.high) / perToken.high;
  return { calls, input: { low: Math.round(calls.low * low), high: Math.round(calls.high * high) } };
}

/** Calls that depend on the tag or role of a reply are unknown until it exists. */
function countCalls(grader: CaseGrader, play: PlayMode, replies: Range): Range {
  const { when, scriptTurn } = grader;
  if (isForOneTurn(grader)) {
    const isScripted = play === 'script' || play === 'every-turn';
    const isPlayed = scriptTurn === undefined || isScripted;
    return { low: isPlayed && (scriptTurn ?? replies.low) < replies.low ? 1 : 0, high: isPlayed ? 1 : 0 };
  }
  if (lacksConversation(grader, play)) return { low: 0, high: 0 };
  if (when === 'all') return replies;
  if (typeof when === 'string') return { low: 1, high: 1 };
  if ('reply' in when) return { low: Number(when.reply <= replies.low), high: Number(when.reply <= replies.high) };
  return { low: 0, high: replies.high };
}
