import { renderNumberOf } from '../../src/base/number-of.ts';
import { toRoleLabel } from '../../src/conversation/role.ts';
import { nameTurn } from '../../src/conversation/turn-number.ts';
import { isWebAddress } from '../../src/conversation/url.ts';
import { type PageTurn, type PageVerdict, pageMarks } from '../../src/format/page-data.ts';
import { button, element, toShown } from './element.ts';
import { folded, textOf } from './folded-text.ts';
import { verdictOf } from './verdict-view.ts';

const knownRoles = ['system', 'developer', 'user', 'assistant', 'tool'];

/** One turn, with its verdicts next to it. */
export function turnOf(turn: PageTurn): HTMLElement {
  const { r, o, v = [] } = turn;
  const role = knownRoles.includes(r) ? r : 'other';
  const said = element('div', { class: 'said' }, bubbleOf(turn));
  if (o !== undefined) said.append(referenceOf(o));
  const made = element('li', { class: `turn ${role}${v.some(isFail) ? ' failed' : ''}` }, said);
  if (v.length > 0)
    made.append(element('ul', { class: 'verdicts', 'aria-label': 'Verdicts on this turn' }, ...v.map(verdictOf)));
  return made;
}

/** A failing part of a passing composite is not a failure of the turn. */
function isFail({ m, w }: PageVerdict): boolean {
  return pageMarks[m] === 'fail' && w === undefined;
}

function bubbleOf(turn: PageTurn): HTMLElement {
  const { i, r, x, n, b, k, o } = turn;
  const speaker = `${toRoleLabel(r)}${n === undefined ? '' : ` ${n}`}`;
  const kind = b === 2 ? ' · simulated user' : o === undefined ? '' : ' · reply';
  return element(
    'div',
    { class: `bubble${b === undefined ? '' : ' reply'}` },
    element(
      'div',
      { class: 'speaker', dir: 'auto' },
      `${toShown(speaker)}${kind} `,
      element('span', { class: 'note' }, nameTurn(i)),
    ),
    ...(x === '' ? [] : [textOf(x, 'text')]),
    ...listFolded(turn),
    ...(k === undefined ? [] : [element('div', { class: 'metrics' }, toShown(k))]),
  );
}

/** The parts of a message besides its text, collapsed. */
function listFolded({ q, c = [], u = [], p = [], w = [] }: PageTurn): readonly HTMLElement[] {
  const texts = (list: readonly string[]) => () => list.map((text) => textOf(text, 'code'));
  const trace = () =>
    p.map(([role, text]) => element('div', { class: 'part' }, element('b', {}, toShown(role)), textOf(text, 'code')));
  return [
    ...(q === undefined ? [] : [folded('As sent to the target', texts([q]))]),
    ...(c.length === 0 ? [] : [folded(renderNumberOf(c.length, 'tool call'), texts(c))]),
    ...(p.length === 0 ? [] : [folded(`Agent steps: ${p.length}`, trace)]),
    ...(u.length === 0
      ? []
      : [folded(renderNumberOf(u.length, 'reference'), () => [element('ul', {}, ...u.map(sourceOf))])]),
    ...(w.length === 0 ? [] : [folded(renderNumberOf(w.length, 'note'), texts(w))]),
  ];
}

/** Only web addresses become links. Anything else is shown as text. */
function sourceOf([url, title]: readonly [string, string]): HTMLElement {
  const address = isWebAddress(url) ? URL.parse(url) : null;
  const shown = toShown(url);
  const link =
    address === null
      ? shown
      : element('a', { href: address.href, rel: 'noopener noreferrer', target: '_blank' }, shown);
  return element('li', {}, ...(title === '' ? [] : [`${toShown(title)}: `]), link);
}

function referenceOf(text: string): HTMLElement {
  const speaker = element('div', { class: 'speaker' }, 'Reference answer');
  return element('div', { class: 'bubble reference' }, speaker, textOf(text === '' ? '(no text)' : text, 'text'));
}

/** Turns shown at first, and added with each click. */
const shownTurns = 60;

/** The first turns of a conversation, and a button that shows more. */
export function turnsOf(makers: readonly (() => HTMLElement)[]): HTMLElement {
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
