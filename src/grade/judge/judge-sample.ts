import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { CaseGrader } from '../case-graders.ts';
import { toFaultResult } from '../fault-result.ts';
import type { GradeResult } from '../grader.ts';
import { toVerdict } from '../to-verdict.ts';
import { askDeck, type DeckAnswer, type DeckCaller } from './ask-deck.ts';
import { toJudgeProvenance } from './judge-provenance.ts';
import { toSampleMaterial } from './sample-material.ts';

/** One question to a judge that is calibrated. */
export interface SampleQuestion {
  /** The name that the verdict carries. */
  readonly grader: string;
  readonly deck: Deck;
  readonly deckHash: string;
  readonly sample: Sample;
  /** Shown in place of the sample's own messages: a probe. */
  readonly messages?: readonly SampleMessage[];
  /** Which time it is asked, from 0. */
  readonly repeat: number;
  readonly allowLeak?: boolean | undefined;
}

export interface SampleCaller extends DeckCaller {
  readonly target: TargetSpec;
  readonly clock: Clock;
}

/**
 * Asks a judge about a sample as a run would ask it about a reply. What the world does to it is an `ungraded` verdict;
 * it rejects only when it is stopped, or when the store fails.
 */
export async function judgeSample(question: SampleQuestion, caller: SampleCaller): Promise<GradeResult> {
  try {
    return toResult(question, caller, await ask(question, caller));
  } catch (error) {
    return toResult(question, caller, { result: toFaultResult(error) });
  }
}

function ask({ deck, sample, repeat, allowLeak, messages }: SampleQuestion, caller: DeckCaller): Promise<DeckAnswer> {
  const material = toSampleMaterial(sample, { deck, allowLeak, messages });
  const subject = { noun: 'sample', caseId: sample.id, repeat } as const;
  return askDeck({ deck, material, subject }, caller);
}

function toResult(
  { grader: id, deck, deckHash }: SampleQuestion,
  { target, clock }: SampleCaller,
  { result, asked }: DeckAnswer,
): GradeResult {
  const grader: CaseGrader = { id, kind: 'judge', spec: { judge: id }, when: 'conversation' };
  const verdict = toVerdict({ grader, turnIndex: null }, result, { scale: deck.scale, threshold: deck.pass });
  const at = new Date(clock.now()).toISOString();
  const provenance = toJudgeProvenance(grader, { at, deck, deckHash, target, ...definedOnly({ call: asked?.call }) });
  return {
    verdict: { ...verdict, provenance },
    ...(asked === undefined ? {} : { judgment: { grader: id, turnIndex: null, ...asked } }),
  };
}
