import type { PageCase } from '../../src/format/page-data.ts';
import { element, toShown } from '../page/element.ts';
import { folded, textOf } from '../page/folded-text.ts';
import { markOf } from '../page/marks.ts';
import { tagsOf, titleBarOf, titleId, type ViewActions } from '../page/title-bar.ts';
import { turnOf, turnsOf } from '../page/turn-view.ts';
import { verdictOf } from '../page/verdict-view.ts';
import type { CaseRow } from './page-cases.ts';

/** A conversation as a chat, with its verdicts and its outcome. */
export function transcriptOf(row: CaseRow, content: PageCase, actions: ViewActions): HTMLElement {
  const { t: turns, v: verdicts = [] } = content;
  return element(
    'article',
    { class: 'transcript', 'aria-labelledby': titleId },
    headOf(row, content, actions),
    ...listEnd(content),
    ...listAbandoned(content),
    turnsOf(turns.map((turn) => () => turnOf(turn))),
    ...(verdicts.length === 0
      ? []
      : [
          element('h3', {}, 'Whole conversation'),
          element('ul', { class: 'verdicts whole' }, ...verdicts.map(verdictOf)),
        ]),
  );
}

function headOf(row: CaseRow, { f, n }: PageCase, actions: ViewActions): HTMLElement {
  const { dataset, id, status, target, send, play, repeat, tags } = row;
  const again = repeat > 0 ? [`repeat ${repeat + 1}`] : [];
  const facts = [status, target, `play: ${play}`, ...again, send, `eval: ${dataset}`].join(' · ');
  return element(
    'header',
    {},
    titleBarOf(id, markOf(status), { noun: 'case', ...actions }),
    element('p', { class: 'note', dir: 'auto' }, toShown(facts), ...(n === undefined ? [] : [`: ${toShown(n)}`])),
    ...(f === undefined ? [] : [element('p', { class: 'note' }, aggregateOf(f))]),
    ...tagsOf(tags),
  );
}

function aggregateOf(aggregate: NonNullable<PageCase['f']>): string {
  const names = ['mean score', 'lowest', 'last'];
  return names.map((name, index) => `${name} ${aggregate[index]?.toFixed(2) ?? 'none'}`).join(' · ');
}

/** Errors come before the turns, because they are the reason to open the case. */
function listEnd({ e, s }: PageCase): readonly HTMLElement[] {
  const [end, ...problems] = s ?? [];
  return [
    ...(e === undefined
      ? []
      : [
          element(
            'div',
            { class: 'problem', role: 'note' },
            element('b', {}, `! ${toShown(e[0])}`),
            textOf(e[1], 'text'),
            ...(e[2] === '' ? [] : [textOf(e[2], 'code')]),
          ),
        ]),
    ...(end === undefined ? [] : [element('p', { class: 'note' }, `The simulation ended: ${toShown(end)}.`)]),
    ...problems.map((problem) => element('p', { class: 'problem' }, `! ${toShown(problem)}`)),
  ];
}

/** Abandoned attempts: why each one was restarted, with its turns. */
function listAbandoned({ a: attempts = [] }: PageCase): readonly HTMLElement[] {
  return attempts.map(([why, turns]) => {
    const shown = toShown(why);
    if (turns.length === 0) return element('p', { class: 'note', dir: 'auto' }, shown);
    return folded(shown, () => [turnsOf(turns.map((turn) => () => turnOf(turn)))]);
  });
}
