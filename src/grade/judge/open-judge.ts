import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import type { Target } from '../../target/port.ts';
import type { CaseGrader } from '../case-graders.ts';
import { toFaultResult } from '../fault-result.ts';
import type { GradeRequest, GradeResult, Grader } from '../grader.ts';
import { toVerdict } from '../to-verdict.ts';
import { askDeck, type DeckAnswer } from './ask-deck.ts';
import { toJudgeProvenance } from './judge-provenance.ts';
import type { JudgedSubject } from './judge-request.ts';
import { outcomeDeck } from './outcome-deck.ts';
import { toReplyMaterial } from './reply-material.ts';

export interface JudgeOptions {
  /** The deck that a grader names. Throws a Fault when there is none that can be used. */
  readonly getDeck: (name: string) => Deck;
  /** Targets are wrapped already: cache, limits, retries, budget, recording. */
  readonly openTarget: (id: string) => Promise<Target>;
  readonly specOf: (id: string) => TargetSpec | undefined;
  /** Who judges when neither grader nor deck says. */
  readonly defaultTarget?: string | undefined;
  /** Reads files that a reference attaches. */
  readonly files?: FormatOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Aborted: no further judge is asked. */
  readonly waiting: AbortSignal;
}

/** Judges of an eval file: each follows its deck, and asks a target as any other. */
export function openJudge(options: JudgeOptions): Grader {
  return { grade: (request) => new Judging(request, options).grade() };
}

/** The deck that a grader follows: the one it names, or the bundled one of `outcome` and `rubric`. */
export function getGraderDeck({ spec }: CaseGrader, getDeck: (written: string) => Deck): Deck {
  return spec.judge === undefined ? outcomeDeck : getDeck(spec.judge);
}

/** Id of the target that is asked: the grader's own, the deck's, or the default. */
export function findJudgeTarget(
  { spec }: CaseGrader,
  deck: Deck,
  defaultTarget: string | undefined,
): string | undefined {
  return spec.target ?? deck.target ?? defaultTarget;
}

/** One question to a judge. */
class Judging {
  readonly #request: GradeRequest;
  readonly #options: JudgeOptions;
  #deck: Deck | undefined;
  #target: TargetSpec | undefined;

  constructor(request: GradeRequest, options: JudgeOptions) {
    this.#request = request;
    this.#options = options;
  }

  async grade(): Promise<GradeResult> {
    try {
      return this.#toResult(await this.#judge());
    } catch (error) {
      return this.#toResult({ result: toFaultResult(error) });
    }
  }

  async #judge(): Promise<DeckAnswer> {
    const { grader } = this.#request;
    const { getDeck, openTarget, specOf, defaultTarget, files, signal, waiting } = this.#options;
    const deck = getGraderDeck(grader, getDeck);
    this.#deck = deck;
    const id = findJudgeTarget(grader, deck, defaultTarget);
    if (id === undefined) return { result: { cause: 'no-judge', reason: noJudge } };
    this.#target = specOf(id);
    if (this.#target === undefined)
      return { result: { cause: 'no-judge', reason: `There is no target "${id}" for the judge.` } };
    const material = toReplyMaterial(this.#request, files);
    const subject = toSubject(this.#request);
    return askDeck({ deck, material, subject }, { openTarget: () => openTarget(id), signal, waiting });
  }

  #toResult({ result, asked }: DeckAnswer): GradeResult {
    const { grader, reply } = this.#request;
    const { scale, pass } = this.#deck ?? outcomeDeck;
    const turnIndex = reply?.turnIndex ?? null;
    const verdict = toVerdict({ grader, turnIndex }, result, { scale, threshold: pass });
    const judgment = asked === undefined ? {} : { judgment: { grader: grader.id, turnIndex, ...asked } };
    const { clock } = this.#options;
    const provenance = toJudgeProvenance(grader, {
      at: new Date(clock.now()).toISOString(),
      ...definedOnly({ deck: this.#deck, target: this.#target, call: asked?.call }),
    });
    return { verdict: { ...verdict, provenance }, ...judgment };
  }
}

function toSubject({ conversation: { evalCase, repeat } }: GradeRequest): JudgedSubject {
  return { noun: 'reply', caseId: evalCase.id, repeat };
}

const noJudge = 'No judge target is set. Add `judge: <target id>` to the eval file, or pass --judge <id>.';
