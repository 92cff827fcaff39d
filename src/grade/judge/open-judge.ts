import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import type { Deck } from '../../conversation/deck.ts';
import type { Judgement } from '../../conversation/judgement.ts';
import { toRecordedCall } from '../../conversation/recorded-call.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { type AskContext, type Target, TargetError, type TargetReply } from '../../target/port.ts';
import type { CaseGrader } from '../case-graders.ts';
import type { CheckResult } from '../checks/check.ts';
import { type RenderedDeck, renderDeck } from '../deck/render-deck.ts';
import type { GradeRequest, GradeResult, Grader } from '../grader.ts';
import { toVerdict } from '../to-verdict.ts';
import { toJudgeFailure } from './judge-failure.ts';
import { toJudgeProvenance } from './judge-provenance.ts';
import { toJudgeRequest } from './judge-request.ts';
import { listMissingContexts, toJudgeValues } from './judge-values.ts';
import { withMarkerLines } from './marker-lines.ts';
import { outcomeDeck } from './outcome-deck.ts';
import { readJudgeReply } from './read-judge-reply.ts';
import { listSeenTurns } from './seen-turns.ts';

export interface JudgeOptions {
  /** The deck that a grader names. Throws a Fault when there is none that can be used. */
  readonly getDeck: (name: string) => Deck;
  /** Targets are wrapped already: cache, limits, retries, budget, recording. */
  readonly openTarget: (id: string) => Promise<Target>;
  readonly specOf: (id: string) => TargetSpec | undefined;
  /** Who judges when neither grader nor deck says. */
  readonly defaultTarget?: string | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Aborted: no further judge is asked. */
  readonly waiting: AbortSignal;
}

/** Judges of an eval file: each follows its deck, and asks a target as any other. */
export function openJudge(options: JudgeOptions): Grader {
  return { grade: (request) => new Judging(request, options).grade() };
}

/** Id of the target that is asked: the grader's own, the deck's, or the default. */
export function findJudgeTarget(
  { spec }: CaseGrader,
  deck: Deck,
  defaultTarget: string | undefined,
): string | undefined {
  return spec.model ?? deck.model ?? defaultTarget;
}

type Asked = Pick<Judgement, 'request' | 'reply' | 'call'>;

/** One question to a judge. */
class Judging {
  readonly #request: GradeRequest;
  readonly #options: JudgeOptions;
  #deck: Deck | undefined;
  #target: TargetSpec | undefined;
  #asked: Asked | undefined;

  constructor(request: GradeRequest, options: JudgeOptions) {
    this.#request = request;
    this.#options = options;
  }

  async grade(): Promise<GradeResult> {
    try {
      return this.#toResult(await this.#judge());
    } catch (error) {
      // A deck that is gone since the run began is this grader's trouble alone; a store that fails is everybody's.
      if (!(error instanceof Fault) || error.code.startsWith('STORE_')) throw error;
      return this.#toResult({ cause: 'not-applicable', reason: error.message });
    }
  }

  async #judge(): Promise<CheckResult> {
    const { grader, conversation, reply } = this.#request;
    const { getDeck, specOf, defaultTarget } = this.#options;
    const deck = grader.spec.judge === undefined ? outcomeDeck : getDeck(grader.spec.judge);
    this.#deck = deck;
    const id = findJudgeTarget(grader, deck, defaultTarget);
    if (id === undefined) return { cause: 'no-judge', reason: noJudge };
    this.#target = specOf(id);
    if (this.#target === undefined)
      return { cause: 'no-judge', reason: `There is no target "${id}" that could judge.` };
    const turns = listSeenTurns(conversation, reply, deck);
    const values = toJudgeValues(this.#request, turns);
    const missing = listMissingContexts(deck, values);
    if (missing.length > 0) return { cause: 'not-applicable', reason: explainMissing(missing, deck) };
    const rendered = renderDeck(deck, values);
    const result = await this.#ask(rendered, (said) => readJudgeReply(said, { deck, values, rendered }));
    return withMarkerLines(result, rendered.markerLines, turns);
  }

  async #ask(rendered: RenderedDeck, read: (reply: TargetReply) => CheckResult): Promise<CheckResult> {
    const request = [...rendered.messages];
    this.#asked = { request };
    try {
      const reply = await this.#callTarget(rendered);
      this.#asked = { request, reply: reply.text, call: toRecordedCall(reply) };
      return read(reply);
    } catch (error) {
      this.#options.signal.throwIfAborted();
      if (!(error instanceof TargetError)) throw error;
      return toJudgeFailure(error);
    }
  }

  async #callTarget({ messages }: RenderedDeck): Promise<TargetReply> {
    const { openTarget, signal, waiting } = this.#options;
    const target = await openTarget(this.#target?.id ?? '');
    waiting.throwIfAborted();
    const context: AskContext = { signal, waiting };
    return target.ask(toJudgeRequest(messages, this.#request), context);
  }

  #toResult(result: CheckResult): GradeResult {
    const { grader, reply } = this.#request;
    const { scale, pass } = this.#deck ?? outcomeDeck;
    const turnIndex = reply?.turnIndex ?? null;
    const verdict = toVerdict({ grader, turnIndex }, result, { scale, threshold: pass });
    const judgement = this.#asked === undefined ? {} : { judgement: { grader: grader.id, turnIndex, ...this.#asked } };
    const { clock } = this.#options;
    const provenance = toJudgeProvenance(grader, {
      at: new Date(clock.now()).toISOString(),
      ...definedOnly({ deck: this.#deck, target: this.#target, call: this.#asked?.call }),
    });
    return { verdict: { ...verdict, provenance }, ...judgement };
  }
}

const noJudge =
  'No judge is configured. Write `judge: <id of a target>` into the eval file, or name one with --judge <id>.';

function explainMissing(names: readonly string[], { file }: Deck): string {
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `The deck ${file} asks for ${listed}, which this reply does not have. Give the context a default, or do not declare it.`;
}
