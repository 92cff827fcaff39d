import type { PageAnswer, PageJudge, PageSample } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { button, element, toShown } from '../page/element.ts';
import { tagsOf, titleBarOf, titleId, type ViewActions } from '../page/title-bar.ts';
import { turnOf, turnsOf } from '../page/turn-view.ts';
import { findDistance, judgeOf, kindMarkOf } from './answer-facts.ts';
import { kindHints, toAnswerKind } from './answer-kind.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { judgeSideOf, peopleSideOf } from './score-sides.ts';

export interface AnswerActions extends ViewActions {
  /** Opens another answer by its number. */
  readonly open: (number: number) => void;
}

/** A sample with one judge's answer: both scores and reasons, then the whole conversation. */
export function answerOf(row: AnswerRow, samples: PageSamples, actions: AnswerActions): HTMLElement {
  const content = samples.read(row);
  const answer: PageAnswer = content.answers[row.answer] ?? {};
  const judge = judgeOf(row, samples.judges);
  return element(
    'article',
    { class: 'transcript', 'aria-labelledby': titleId },
    headOf(row, samples, actions),
    element(
      'div',
      { class: 'sides' },
      peopleSideOf(row.human, answer, judge.pass),
      judgeSideOf(row, { answer, judge, readText: (place) => samples.readText(content, place) }),
    ),
    ...listOthers(row, samples, actions),
    element('h3', {}, 'Conversation'),
    conversationOf(content),
  );
}

function headOf(row: AnswerRow, { judges }: PageSamples, actions: ViewActions): HTMLElement {
  const judge = judgeOf(row, judges);
  const facts = [
    toOutcome(row, judge),
    `passing score ${toScoreText(judge.pass)}`,
    `${row.turns} user ${row.turns === 1 ? 'turn' : 'turns'}`,
    judge.name,
  ];
  return element(
    'header',
    {},
    titleBarOf(row.id, kindMarkOf(row, judge), { noun: 'answer', ...actions }),
    element('p', { class: 'note', dir: 'auto' }, toShown(facts.join(' · '))),
    ...tagsOf(row.tags),
  );
}

function toOutcome(row: AnswerRow, judge: PageJudge): string {
  const kind = toAnswerKind(row, judge);
  const distance = findDistance(row);
  return kind === 'flips' && distance !== undefined ? `${distance}, pass vs. fail` : (distance ?? kindHints[kind]);
}

/** The scores of the other judges, each with a button that opens it. */
function listOthers(row: AnswerRow, samples: PageSamples, { open }: AnswerActions): readonly HTMLElement[] {
  const others = samples.listAnswers(row.sample).filter(({ number }) => number !== row.number);
  if (others.length === 0) return [];
  const buttons = others.map((other) => {
    const judge = judgeOf(other, samples.judges);
    const said = other.said === null ? `ungraded: ${other.cause ?? ''}` : toScoreText(other.said);
    const face = `${toShown(judge.name)}: ${said}`;
    const made = button('', face, () => open(other.number));
    made.append(kindMarkOf(other, judge), ` ${face}`);
    return element('li', {}, made);
  });
  return [element('h3', {}, 'Other judges'), element('ul', { class: 'others' }, ...buttons)];
}

function conversationOf({ turns }: PageSample): HTMLElement {
  if (turns.length === 0) return element('p', { class: 'note' }, 'The conversation was not stored.');
  return turnsOf(turns.map((turn) => () => turnOf(turn)));
}
