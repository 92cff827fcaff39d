import type { Judgment } from '../../conversation/judge/judgment.ts';
import { renderVerdictScore } from '../../conversation/run/first-reason.ts';
import { isDeciding, type Provenance, type Verdict } from '../../conversation/verdict.ts';
import { type PageJudgment, type PageMark, type PageVerdict, pageMarks } from '../../format/page-data.ts';
import { listCallFacts, toWhy } from '../render-conversation.ts';

type Writable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

/** A verdict, with the call behind it if that is among those given. */
export function toPageVerdict(verdict: Verdict, judgments: readonly Judgment[]): PageVerdict {
  const { grader, turnIndex, evidence, provenance } = verdict;
  const page: Writable<PageVerdict> = { g: grader, m: pageMarks.indexOf(toPageMark(verdict)), x: toWhy(verdict) };
  if (verdict.status === 'graded') {
    page.s = verdict.score;
    page.u = verdict.normalizedScore;
    if (provenance?.scale !== undefined) page.c = renderVerdictScore(verdict).trim();
  }
  const facts = [...listWeights(verdict), ...(provenance === undefined ? [] : listProvenance(provenance))];
  if (!isDeciding(verdict)) page.w = 1;
  if (facts.length > 0) page.p = facts.join(' · ');
  if (evidence !== undefined) page.d = evidence;
  const judgment = judgments.find((other) => other.grader === grader && other.turnIndex === turnIndex);
  if (judgment !== undefined) page.j = toPageJudgment(judgment);
  return page;
}

export function toPageMark(verdict: Verdict): PageMark {
  return verdict.status === 'ungraded' ? 'ungraded' : verdict.pass ? 'pass' : 'fail';
}

/** Why a verdict decides nothing. Empty if it does. */
function listWeights({ partOf, weight }: Verdict): readonly string[] {
  return [...(partOf === undefined ? [] : [`part of ${partOf}`]), ...(weight === 0 ? ['weight 0'] : [])];
}

function listProvenance({ kind, deck, target, model, grading, at }: Provenance): readonly string[] {
  return [
    // The name of an inline prompt begins with its kind.
    ...(deck?.startsWith(`${kind} "`) ? [] : [kind]),
    ...[deck, target, model].filter((word) => word !== undefined),
    ...(grading === undefined ? [] : [`grading ${grading}`]),
    `${at.slice(0, 16).replace('T', ' ')} UTC`,
  ];
}

function toPageJudgment({ request, reply, call }: Judgment): PageJudgment {
  const page: Writable<PageJudgment> = { q: request.map(({ role, content }) => [role, content]) };
  if (reply !== undefined) page.a = reply;
  if (call !== undefined) page.k = listCallFacts(call).join(' · ');
  return page;
}
