import { definedOnly } from '../../base/defined-only.ts';
import { hashJson } from '../../base/hash.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { Provenance } from '../../conversation/verdict.ts';
import type { CaseGrader } from '../case-graders.ts';
import { toDeckHash } from './render-deck.ts';

/** The known facts about a judgment. */
interface JudgedWith {
  readonly at: string;
  readonly deck?: Deck;
  /** The deck's hash, if it is already known. */
  readonly deckHash?: string;
  readonly target?: TargetSpec;
  readonly call?: CallRecord;
}

export function toJudgeProvenance({ kind, spec }: CaseGrader, judged: JudgedWith): Provenance {
  const { at, deck, target, call } = judged;
  return definedOnly({
    at,
    kind,
    hash: toJudgeHash(spec, judged),
    deck: deck?.file ?? spec.judge,
    target: target?.id,
    provider: target?.provider,
    model: call?.model ?? (target !== undefined && 'model' in target ? target.model : undefined),
    settings: target !== undefined && 'settings' in target ? target.settings : undefined,
    scale: deck === undefined ? undefined : toScoredOn(spec, deck),
  });
}

/** Under `not`, a score passes if it is below the threshold, so the record has no passing score. */
function toScoredOn({ threshold, not }: GraderSpec, { scale: { min, max }, pass }: Deck): Provenance['scale'] {
  return { min, max, ...(not === true ? {} : { pass: threshold ?? pass }) };
}

/** The deck's hash. For a rubric it includes the rubric's text, for a composite what it combines. Without a deck it is the hash of the grader's spec. */
function toJudgeHash(spec: GraderSpec, { deck, deckHash }: JudgedWith): string {
  if (deck === undefined) return hashJson(spec);
  const hash = deckHash ?? toDeckHash(deck);
  const { rubric, composite } = spec;
  return rubric === undefined && composite === undefined ? hash : hashJson({ deck: hash, rubric, composite });
}
