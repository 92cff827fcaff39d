import type { PageJudge } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { element } from '../page/element.ts';
import { toShown } from '../page/shown-text.ts';
import { findDistance, judgeOf, kindMarkOf } from './answer-facts.ts';
import type { AnswerRow } from './page-samples.ts';

/** How an answer stands in the list: both scores, and what tells it from others. */
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
