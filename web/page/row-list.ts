import { element } from './element.ts';

/** Extra rows above and below the view, so that fast scrolling shows no gap. */
const margin = 8;

export interface ListRow {
  /** Index in the report. */
  readonly number: number;
}

export interface RowListParts<Row, State> {
  /** The accessible name of the list. */
  readonly label: string;
  /** The content of a row. */
  readonly describe: (row: Row, state: State) => readonly (Node | string)[];
  readonly onOpen: (row: Row) => void;
  readonly onStep: (step: number) => void;
}

/** A list of rows of equal height. Only rows in view are in the document. */
export class RowList<Row extends ListRow, State extends { readonly open?: number }> {
  readonly host: HTMLElement;
  readonly #space = element('div', { class: 'space', role: 'presentation' });
  readonly #shown = new Map<number, HTMLElement>();
  readonly #parts: RowListParts<Row, State>;
  #rows: readonly Row[] = [];
  /** Index of the row that keys move from. -1: none. */
  #current = -1;
  #state: State;

  constructor(parts: RowListParts<Row, State>, state: State) {
    this.#parts = parts;
    this.#state = state;
    this.host = element('div', { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': parts.label }, this.#space);
    this.host.addEventListener('scroll', () => this.#draw(), { passive: true });
    this.host.addEventListener('keydown', (event) => this.#followKey(event));
    new ResizeObserver(() => this.#draw()).observe(this.host);
  }

  /** Shows these rows. The current row stays current as long as it is among them. */
  show(rows: readonly Row[], state: State): void {
    const number = state.open ?? this.#rows[this.#current]?.number;
    const isOpened = state.open !== undefined && state.open !== this.#state.open;
    this.#rows = rows;
    this.#state = state;
    this.#current = rows.findIndex((row) => row.number === number);
    this.#space.style.height = `${rows.length * this.#rowHeight()}px`;
    this.#clear();
    // Only when a row was just opened. Otherwise a reader who scrolled away would be pulled back during a search.
    if (isOpened && this.#current >= 0) this.#reveal();
    this.#draw();
  }

  /** Moves the current row up or down and returns the new one. */
  move(step: number): Row | undefined {
    if (this.#rows.length === 0) return undefined;
    const from = this.#current < 0 && step > 0 ? -1 : this.#current;
    this.#current = Math.min(Math.max(from + step, 0), this.#rows.length - 1);
    this.#reveal();
    this.#clear();
    this.#draw();
    return this.current;
  }

  /** Keys that scroll a page move the current row while the list has the focus. */
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
    this.#parts.onStep(step);
  }

  get current(): Row | undefined {
    return this.#rows[this.#current];
  }

  #rowHeight(): number {
    // 3.5rem, as in the style sheet. It follows the reader's font size.
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

  /** Adds the rows in view to the document and removes the others. */
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
    // A row scrolled out of view is not in the document.
    if (!this.#shown.has(this.#current)) this.host.removeAttribute('aria-activedescendant');
    else this.host.setAttribute('aria-activedescendant', toRowId(this.#current));
  }

  #renderRow(row: Row, place: number): HTMLElement {
    const isOpen = row.number === this.#state.open;
    const made = element(
      'div',
      {
        id: toRowId(place),
        class: `row${place === this.#current ? ' current' : ''}${isOpen ? ' open' : ''}`,
        role: 'option',
        'aria-selected': String(isOpen),
        'aria-posinset': place + 1,
        'aria-setsize': this.#rows.length,
      },
      ...this.#parts.describe(row, this.#state),
    );
    made.addEventListener('click', () => this.#parts.onOpen(row));
    return made;
  }
}

function toRowId(place: number): string {
  return `tw-row-${place}`;
}
