import type { PageCase } from '../../src/format/page-data.ts';
import { button, element } from './element.ts';
import { textOf } from './folded-text.ts';
import { markOf } from './marks.ts';
import type { CaseRow } from './page-cases.ts';
import { toShown } from './shown-text.ts';
import { turnOf } from './turn-view.ts';
import { verdictOf } from './verdict-view.ts';

/** Turns that are shown at once. */
const shownTurns = 60;

export interface TranscriptActions {
  readonly onClose: () => void;
  readonly onStep: (step: number) => void;
}

/** A conversation as a chat, with its verdicts, and what came of it. */
export function transcriptOf(row: CaseRow, content: PageCase, actions: TranscriptActions): HTMLElement {
  const { t: turns, v: verdicts = [] } = content;
  return element(
    'article',
    { class: 'transcript', 'aria-labelledby': 'tw-case-title' },
    headOf(row, content, actions),
    ...listEnd(content),
    turnsOf(turns.map((turn) => () => turnOf(turn))),
    ...(verdicts.length === 0
      ? []
      : [
          element('h3', {}, 'The whole conversation'),
          element('ul', { class: 'verdicts whole' }, ...verdicts.map(verdictOf)),
        ]),
  );
}

function headOf(row: CaseRow, { f, n }: PageCase, { onClose, onStep }: TranscriptActions): HTMLElement {
  const { dataset, id, status, target, send, play, repeat, tags } = row;
  const title = element('h2', { id: 'tw-case-title', tabindex: -1, dir: 'auto' }, markOf(status), ` ${toShown(id)}`);
  const facts = [status, dataset, target, send, `play: ${play}`, ...(repeat > 0 ? [`repeat ${repeat}`] : [])].join(
    ' · ',
  );
  const buttons = element(
    'div',
    { class: 'buttons' },
    button('↑', 'Case before (k)', () => onStep(-1)),
    button('↓', 'Next case (j)', () => onStep(1)),
    button('✕', 'Close (Esc)', onClose),
  );
  return element(
    'header',
    {},
    element('div', { class: 'titlebar' }, title, buttons),
    element('p', { class: 'note', dir: 'auto' }, toShown(facts), ...(n === undefined ? [] : [`: ${toShown(n)}`])),
    ...(f === undefined ? [] : [element('p', { class: 'note' }, foldsOf(f))]),
    ...(tags.length === 0
      ? []
      : [
          element(
            'ul',
            { class: 'tags', 'aria-label': 'Tags' },
            ...tags.map((tag) => element('li', { dir: 'auto' }, toShown(tag))),
          ),
        ]),
  );
}

function foldsOf(folds: NonNullable<PageCase['f']>): string {
  const names = ['mean score', 'lowest', 'last'];
  return names.map((name, index) => `${name} ${folds[index]?.toFixed(2) ?? 'none'}`).join(' · ');
}

/** What went wrong stands above the turns: it is what one came for. */
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

/** The first turns, and a button for the next. */
function turnsOf(makers: readonly (() => HTMLElement)[]): HTMLElement {
  const list = element('ol', { class: 'turns' });
  let shown = 0;
  const more = button('', 'Show more turns', () => add());
  const add = () => {
    const next = makers.slice(shown, shown + shownTurns);
    shown += next.length;
    list.append(...next.map((make) => make()));
    more.textContent = `Show ${makers.length - shown} more turns`;
    more.hidden = shown >= makers.length;
  };
  add();
  return element('div', {}, list, more);
}
