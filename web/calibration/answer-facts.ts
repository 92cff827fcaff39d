import type { PageJudge } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { element, toShown } from '../page/element.ts';
import { kindHints, kindSigns, toAnswerKind } from './answer-kind.ts';
import type { AnswerRow } from './page-samples.ts';

const noJudge: PageJudge = { name: '', pass: 0, scale: [0, 0], step: 0 };

export function judgeOf({ judge }: AnswerRow, judges: readonly PageJudge[]): PageJudge {
  return judges[judge] ?? noJudge;
}

export function kindMarkOf(row: AnswerRow, judge: PageJudge): HTMLElement {
  const kind = toAnswerKind(row, judge);
  return element('span', { class: `mark ${kind}`, role: 'img', 'aria-label': kindHints[kind] }, kindSigns[kind]);
}

/** `judge 3 lower`. Undefined if there is nothing to compare. */
export function findDistance({ human, said }: AnswerRow): string | undefined {
  if (human === null || said === null) return undefined;
  const difference = Number((said - human).toPrecision(6));
  if (difference === 0) return 'same score';
  return `judge ${toScoreText(Math.abs(difference))} ${difference > 0 ? 'higher' : 'lower'}`;
}

/** An answer in the list: both scores, then the facts in which it differs from other answers. */
export function answerRowOf(judges: readonly PageJudge[]): (row: AnswerRow) => readonly HTMLElement[] {
  return (row) => {
    const judge = judgeOf(row, judges);
    return [
      kindMarkOf(row, judge),
      element('span', { class: 'id', dir: 'auto' }, toShown(row.id)),
      element('span', { class: 'score' }, toScores(row)),
      element('span', { class: 'about', dir: 'auto' }, toShown(listFacts(row, judge, judges.length).join(' · '))),
    ];
  };
}

function toScores({ human, said }: AnswerRow): string {
  const [people, judge] = [human, said].map((score) => (score === null ? 'none' : toScoreText(score)));
  return `people ${people} · judge ${judge}`;
}

function listFacts(row: AnswerRow, judge: PageJudge, judges: number): readonly string[] {
  const distance = findDistance(row);
  return [
    ...(row.cause === undefined ? [] : [`ungraded: ${row.cause}`]),
    ...(distance === undefined ? [] : [distance]),
    ...(judges > 1 ? [judge.name] : []),
    ...row.tags.map((tag) => `#${tag}`),
  ];
}
