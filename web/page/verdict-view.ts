import { type PageJudgment, type PageVerdict, pageMarks } from '../../src/format/page-data.ts';
import { element, toShown } from './element.ts';
import { folded, textOf } from './folded-text.ts';
import { markOf, meterOf } from './marks.ts';

/** A verdict: mark, grader, score and reason, with its evidence collapsed. */
export function verdictOf({ g, m, s, c, u, x, p, w, d, j }: PageVerdict): HTMLElement {
  const mark = pageMarks[m] ?? 'ungraded';
  const score =
    s === undefined
      ? []
      : [element('span', { class: 'score' }, meterOf(u ?? 0), c ?? String(Number(s.toPrecision(4))))];
  const head = element('div', { class: 'head' }, markOf(mark), element('b', { dir: 'auto' }, toShown(g)), ...score);
  return element(
    'li',
    { class: `verdict ${mark}${w === undefined ? '' : ' aside'}` },
    head,
    ...(x === '' ? [] : [textOf(x, 'reason')]),
    ...(p === undefined ? [] : [element('div', { class: 'note', dir: 'auto' }, toShown(p))]),
    ...(d === undefined ? [] : [folded('Evidence', () => [textOf(toText(d), 'code')])]),
    ...(j === undefined ? [] : [folded('Judge request and reply', () => listJudgment(j))]),
  );
}

function toText(evidence: unknown): string {
  return typeof evidence === 'string' ? evidence : JSON.stringify(evidence, null, 2);
}

function listJudgment({ q, a, k }: PageJudgment): readonly Node[] {
  const asked = q.map(([role, text]) =>
    element('div', { class: 'part' }, element('b', {}, toShown(role)), textOf(text, 'code')),
  );
  const said = a === undefined ? element('p', { class: 'note' }, 'No reply.') : textOf(a, 'code');
  return [
    ...(q.length === 0 ? [element('p', { class: 'note' }, 'Nothing was sent.')] : asked),
    element('div', { class: 'part' }, element('b', {}, 'judge reply'), said),
    ...(k === undefined ? [] : [element('p', { class: 'note' }, toShown(k))]),
  ];
}
