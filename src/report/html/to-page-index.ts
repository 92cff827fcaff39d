import { type PageIndex, type PageMark, type PageRow, pageMarks, pageStatuses } from '../../format/page-data.ts';
import { toReplyTotals } from '../collect/call-tally.ts';
import { toGraderName } from '../collect/grader-tally.ts';
import { listTurnOutcomes } from '../collect/turn-outcomes.ts';
import { NamePlaces } from './name-places.ts';
import type { ReportCase } from './to-page-case.ts';
import { toPageMark } from './to-page-verdict.ts';

/** What the list needs to know of some cases. */
export function toPageIndex(cases: readonly ReportCase[]): PageIndex {
  const places = new NamePlaces();
  const rows = cases.map((conversation) => toPageRow(conversation, (name) => places.toPlace(name)));
  return { names: places.names, rows };
}

function toPageRow(conversation: ReportCase, toPlace: (name: string) => number): PageRow {
  const { start, end, replies, sent } = conversation;
  const { latencyMs, costUsd } = toReplyTotals(replies);
  return [
    start.id,
    pageStatuses.indexOf(end?.status ?? 'unfinished'),
    toPlace(start.eval),
    toPlace(start.target),
    toPlace(sent === undefined ? start.send : `input: ${sent}`),
    toPlace(start.play),
    start.repeat,
    start.tags.map(toPlace),
    listGraderMarks(conversation).flatMap(([grader, mark]) => [toPlace(grader), mark]),
    toFirstFailedTurn(conversation),
    toShort(end?.aggregate?.mean ?? null),
    Math.round(latencyMs),
    Number(costUsd.toPrecision(4)),
  ];
}

/** The worst that each grader said; a failure is worse than no verdict. */
function listGraderMarks({ verdicts }: ReportCase): readonly (readonly [string, number])[] {
  const worst = new Map<string, number>();
  for (const verdict of verdicts) {
    const grader = toGraderName(verdict.grader);
    const mark = toPageMark(verdict);
    const known = worst.get(grader);
    if (known === undefined || rank(mark) > rank(pageMarks[known])) worst.set(grader, pageMarks.indexOf(mark));
  }
  return [...worst];
}

function rank(mark: PageMark | undefined): number {
  return mark === 'fail' ? 2 : mark === 'ungraded' ? 1 : 0;
}

/** Index of the turn that failed first; -1: none did. */
function toFirstFailedTurn(conversation: ReportCase): number {
  if (!conversation.verdicts.some((verdict) => toPageMark(verdict) === 'fail')) return -1;
  return listTurnOutcomes(conversation).find(({ isPass }) => isPass === false)?.turnIndex ?? -1;
}

/** Three digits are enough for a list. */
function toShort(score: number | null): number | null {
  return score === null ? null : Math.round(score * 1000) / 1000;
}
