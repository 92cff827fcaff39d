import { toReplyName } from '../../src/format/page-data.ts';
import { element } from './element.ts';
import { markOf, meterOf } from './marks.ts';
import type { CaseRow } from './page-cases.ts';
import { listOrderFacts, type RowOrder } from './row-order.ts';
import { toShown } from './shown-text.ts';

/** Rows beyond the edges of the view, so that a quick scroll shows no gap. */
const margin = 8;

export interface ListActions {
  readonly onOpen: (row: CaseRow) => void;
  readonly onStep: (step: number) => void;
}

export interface ShownState {
  /** Number of the open case. */
  readonly open: number | undefined;
  readonly order: RowOrder | undefined;
}

/** The list of cases. Only the rows in view are in the document, however many there are. */
export class CaseList {
  readonly host: HTMLElement;
  readonly #space = element('div', { class: 'space', role: 'presentation' });
  readonly #shown = new Map<number, HTMLElement>();
  readonly #actions: ListActions;
  #rows: readonly CaseRow[] = [];
  /** Place of the row that the keys move; -1: none. */
  #current = -1;
  #open: number | undefined;
  #order: RowOrder | undefined;
  readonly #common: ReadonlySet<DistinctFact>;

  /** `all`: every row that there is. */
  constructor(all: readonly CaseRow[], actions: ListActions) {
    this.#common = findCommon(all);
    this.#actions = actions;
    this.host = element('div', { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Cases' }, this.#space);
    this.host.addEventListener('scroll', () => this.#draw(), { passive: true });
    this.host.addEventListener('keydown', (event) => this.#followKey(event));
    new ResizeObserver(() => this.#draw()).observe(this.host);
  }

  /** Shows these rows; the current one stays current as long as it is among them. */
  show(rows: readonly CaseRow[], { open, order }: ShownState): void {
    const number = open ?? this.#rows[this.#current]?.number;
    const isOpened = open !== undefined && open !== this.#open;
    this.#rows = rows;
    this.#open = open;
    this.#order = order;
    this.#current = rows.findIndex((row) => row.number === number);
    this.#space.style.height = `${rows.length * this.#rowHeight()}px`;
    this.#clear();
    // Only then: who scrolled away from the open case is left where he is while a search goes on.
    if (isOpened && this.#current >= 0) this.#reveal();
    this.#draw();
  }

  /** Moves the current row up or down; returns where it came to. */
  move(step: number): CaseRow | undefined {
    if (this.#rows.length === 0) return undefined;
    const from = this.#current < 0 && step > 0 ? -1 : this.#current;
    this.#current = Math.min(Math.max(from + step, 0), this.#rows.length - 1);
    this.#reveal();
    this.#clear();
    this.#draw();
    return this.current;
  }

  /** The keys that scroll a page move in the list as long as it has the focus. */
  #followKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.host.clientHeight / this.#rowHeight()) - 1);
    const steps = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
      ['PageDown', page],
      ['PageUp', -page],
      ['Home', -this.#rows.length],
      ['End', this.#rows.length],
    ]);
    const step = steps.get(event.key);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#actions.onStep(step);
  }

  get current(): CaseRow | undefined {
    return this.#rows[this.#current];
  }

  #rowHeight(): number {
    // Of the style sheet, in rem: it grows with the reader's letters.
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return Math.round(3.5 * rem);
  }

  /** Scrolls the current row into view. */
  #reveal(): void {
    const height = this.#rowHeight();
    const top = this.#current * height;
    const { scrollTop, clientHeight } = this.host;
    if (top < scrollTop) this.host.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.host.scrollTop = top + height - clientHeight;
  }

  #clear(): void {
    for (const row of this.#shown.values()) row.remove();
    this.#shown.clear();
  }

  #draw(): void {
    const height = this.#rowHeight();
    const first = Math.max(0, Math.floor(this.host.scrollTop / height) - margin);
    const inView = Math.ceil(this.host.clientHeight / height);
    const last = Math.min(this.#rows.length - 1, first + inView + 2 * margin);
    for (const [place, made] of this.#shown) {
      if (place >= first && place <= last) continue;
      made.remove();
      this.#shown.delete(place);
    }
    for (let place = first; place <= last; place += 1) {
      const row = this.#rows[place];
      if (row === undefined || this.#shown.has(place)) continue;
      const made = this.#renderRow(row, place);
      made.style.transform = `translateY(${place * height}px)`;
      this.#shown.set(place, made);
      this.#space.append(made);
    }
    // A row that was scrolled out of view is not in the document.
    if (!this.#shown.has(this.#current)) this.host.removeAttribute('aria-activedescendant');
    else this.host.setAttribute('aria-activedescendant', toRowId(this.#current));
  }

  #renderRow(row: CaseRow, place: number): HTMLElement {
    const made = element(
      'div',
      {
        id: toRowId(place),
        class: `row${place === this.#current ? ' current' : ''}${row.number === this.#open ? ' open' : ''}`,
        role: 'option',
        'aria-selected': String(row.number === this.#open),
        'aria-posinset': place + 1,
        'aria-setsize': this.#rows.length,
      },
      markOf(row.status),
      element('span', { class: 'id', dir: 'auto' }, toShown(row.id)),
      ...(row.score === null ? [] : [element('span', { class: 'score' }, meterOf(row.score), row.score.toFixed(2))]),
      element('span', { class: 'about', dir: 'auto' }, toShown(this.#listFacts(row).join(' · '))),
    );
    made.addEventListener('click', () => this.#actions.onOpen(row));
    return made;
  }

  /** What tells this row from others; what all have in common is not repeated. */
  #listFacts(row: CaseRow): readonly string[] {
    const { repeat, tags, firstFailure } = row;
    return [
      ...listOrderFacts(row, this.#order),
      ...(firstFailure === undefined ? [] : [`✗ ${toReplyName(firstFailure)}`]),
      ...distinctFacts.filter(([fact]) => !this.#common.has(fact)).map(([fact, lead]) => `${lead}${row[fact]}`),
      ...(repeat > 0 ? [`repeat ${repeat}`] : []),
      ...tags.map((tag) => `#${tag}`),
    ];
  }
}

function toRowId(place: number): string {
  return `tw-row-${place}`;
}

/** Facts that rows may differ in, and what tells a word from a word of another meaning: `reply` is also a place. */
const distinctFacts = [
  ['dataset', ''],
  ['target', ''],
  ['send', ''],
  ['play', 'play: '],
] as const;
type DistinctFact = (typeof distinctFacts)[number][0];

function findCommon(rows: readonly CaseRow[]): ReadonlySet<DistinctFact> {
  const [first] = rows;
  const facts = distinctFacts.map(([fact]) => fact);
  return new Set(facts.filter((fact) => rows.every((row) => row[fact] === first?.[fact])));
}
