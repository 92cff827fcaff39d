import type { PageAnswer, PageJudge } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { element, toShown } from '../page/element.ts';
import { folded, textOf } from '../page/folded-text.ts';
import { markOf } from '../page/marks.ts';
import type { AnswerRow } from './page-samples.ts';

export interface JudgeSide {
  readonly answer: PageAnswer;
  readonly judge: PageJudge;
  /** A text of the request by its index. */
  readonly readText: (place: number) => string;
}

const probeNames = new Map([
  ['last-turn', 'only the last turn shown'],
  ['shuffled', 'earlier turns shuffled'],
  ['injected', 'an instruction injected into a turn'],
]);

/** The judge's score and reason, repeats and probes, and the exact request and reply (collapsed). */
export function judgeSideOf({ said, cause }: AnswerRow, { answer, judge, readText }: JudgeSide): HTMLElement {
  const { judgeReason, request, reply, call, again = [], probes = [] } = answer;
  const more = [
    ...(again.length === 0 ? [] : [`Repeats: ${again.map(toScore).join(', ')}.`]),
    ...probes.map(([name, score]) => `Probe (${probeNames.get(name) ?? name}): ${toScore(score)}.`),
  ];
  return element(
    'section',
    { class: 'side', 'aria-label': 'Judge score' },
    element('h3', { dir: 'auto' }, `Judge ${toShown(judge.name)}`),
    scoreFaceOf(said, judge.pass),
    ...(cause === undefined ? [] : [element('p', { class: 'cause' }, `? ungraded: ${toShown(cause)}`)]),
    judgeReason === undefined ? element('p', { class: 'note' }, 'No reason given.') : textOf(judgeReason, 'reason'),
    ...more.map((line) => element('p', { class: 'note' }, toShown(line))),
    ...(request === undefined ? [] : [folded('Exact request', () => listRequest(request, readText))]),
    ...(request === undefined ? [] : [folded('Exact reply', () => [replyOf(reply)])]),
    ...(call === undefined ? [] : [element('div', { class: 'metrics' }, toShown(call))]),
  );
}

function toScore(score: number | null): string {
  return score === null ? 'ungraded' : toScoreText(score);
}

function listRequest(request: NonNullable<PageAnswer['request']>, readText: JudgeSide['readText']): readonly Node[] {
  if (request.length === 0) return [element('p', { class: 'note' }, 'Nothing was sent.')];
  return request.map(([role, place]) =>
    element('div', { class: 'part' }, element('b', { dir: 'auto' }, toShown(role)), textOf(readText(place), 'code')),
  );
}

function replyOf(reply: string | undefined): HTMLElement {
  return reply === undefined ? element('p', { class: 'note' }, 'No reply.') : textOf(reply, 'code');
}

/** The human score that counts, its reason, and the individual ratings. */
export function peopleSideOf(
  human: number | null,
  { humanReason, ratings = [] }: PageAnswer,
  pass: number,
): HTMLElement {
  const items = ratings.map(([rater, score, reason]) =>
    element(
      'li',
      {},
      element('b', { dir: 'auto' }, toShown(rater)),
      ` ${toScoreText(score)}`,
      ...(reason === '' ? [] : [textOf(reason, 'reason')]),
    ),
  );
  return element(
    'section',
    { class: 'side', 'aria-label': 'Human scores' },
    element('h3', {}, 'People'),
    scoreFaceOf(human, pass),
    ...listReason(humanReason, ratings),
    ...(items.length === 0
      ? []
      : [
          element('p', { class: 'note' }, `${items.length} ${items.length === 1 ? 'rating' : 'ratings'}`),
          element('ul', { class: 'ratings' }, ...items),
        ]),
  );
}

/** The reason, unless one of the ratings below already shows it. */
function listReason(reason: string | undefined, ratings: NonNullable<PageAnswer['ratings']>): readonly HTMLElement[] {
  const given = ratings.flatMap(([, , why]) => (why === '' ? [] : [why]));
  if (reason === undefined) return given.length > 0 ? [] : [element('p', { class: 'note' }, 'No reason given.')];
  return given.includes(reason) ? [] : [textOf(reason, 'reason')];
}

/** A score in large type, and whether it passes. */
function scoreFaceOf(score: number | null, pass: number): HTMLElement {
  if (score === null) return element('p', { class: 'face none' }, 'No score');
  const passes = score >= pass;
  return element(
    'p',
    { class: 'face' },
    element('b', {}, toScoreText(score)),
    ' ',
    markOf(passes ? 'pass' : 'fail'),
    passes ? ' pass' : ' fail',
  );
}
