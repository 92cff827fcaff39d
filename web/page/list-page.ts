import { toWholePercent } from '../../src/base/percent.ts';
import { button, element } from './element.ts';
import { FilterBar, type FilterBarParts } from './filter-bar.ts';
import { helpDialogOf, type KeyBinding, listenToKeys } from './key-bindings.ts';
import { type ListRow, RowList, type RowListParts } from './row-list.ts';
import { type SearchStep, toNeedle } from './search-lines.ts';
import { titleId, type ViewActions } from './title-bar.ts';

/** The filters and the open row. */
export interface ListState {
  readonly text: string;
  /** Number of the open row. */
  readonly open?: number;
  readonly order?: unknown;
}

/** Reads and writes the state in the address, so that a link shows the same view. */
export interface StateAddress<State> {
  readonly plain: State;
  /** Undefined for a plain anchor, which says nothing about the state. */
  readonly parse: (hash: string) => State | undefined;
  readonly write: (state: State) => string;
}

export interface ListPageParts<Row, State> {
  /** The singular name of a row: `case`. */
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly address: StateAddress<State>;
  readonly filters: FilterBarParts<State>;
  readonly describe: RowListParts<Row, State>['describe'];
  /** The rows to show, sorted. `hits`: numbers of the rows whose texts contain the search text. */
  readonly choose: (state: State, hits: ReadonlySet<number>) => readonly Row[];
  readonly search: (needle: string) => Iterator<SearchStep>;
  readonly viewOf: (row: Row, actions: ViewActions & { readonly open: (number: number) => void }) => HTMLElement;
}

/** A list, its filters and the open row, all rendered from one state. */
export class ListPage<Row extends ListRow, State extends ListState> {
  readonly #section: HTMLElement;
  readonly #parts: ListPageParts<Row, State>;
  readonly #list: RowList<Row, State>;
  readonly #filters: FilterBar<State>;
  readonly #pane = element('div', { class: 'pane' });
  readonly #count = element('p', { class: 'note count', role: 'status' });
  #state: State;
  #shown: Row | undefined;
  /** Rows found so far whose texts contain `searched`. */
  #hits = new Set<number>();
  #searched = '';

  constructor(section: HTMLElement, parts: ListPageParts<Row, State>) {
    this.#section = section;
    this.#parts = parts;
    this.#state = parts.address.plain;
    const list: RowListParts<Row, State> = {
      label: `${parts.noun.slice(0, 1).toUpperCase()}${parts.noun.slice(1)}s`,
      describe: parts.describe,
      onOpen: (row) => this.#open(row.number),
      onStep: (step) => this.#step(step),
    };
    this.#list = new RowList(list, this.#state);
    const help = helpDialogOf(() => this.#listKeys(() => {}));
    const bindings = this.#listKeys(() => help.showModal());
    const keys = button('? shortcuts', 'Keyboard shortcuts (?)', () => help.showModal());
    keys.classList.add('keys');
    const actions = { onChange: (state: State) => this.#narrow(state), more: [this.#count, keys] };
    this.#filters = new FilterBar(parts.filters, this.#state, actions);
    section.append(this.#filters.host, element('div', { class: 'workspace' }, this.#list.host, this.#pane), help);
    listenToKeys(bindings);
    window.addEventListener('hashchange', () => this.#follow());
  }

  /** Shows the view in the address. */
  start(): void {
    this.#state = this.#parts.address.parse(location.hash) ?? this.#parts.address.plain;
    this.#apply();
    if (location.hash.includes('=')) this.#section.scrollIntoView();
  }

  #follow(): void {
    const state = this.#parts.address.parse(location.hash);
    if (state === undefined) return;
    this.#state = state;
    this.#apply();
    if (location.hash.includes('=')) this.#section.scrollIntoView();
  }

  #open(number: number): void {
    this.#change({ ...this.#state, open: number });
  }

  #narrow(state: State): void {
    this.#list.host.scrollTop = 0;
    this.#change(state);
  }

  /** Opening a row adds a history entry. Typing in a filter does not. */
  #change(state: State): void {
    const isStep = (state.open === undefined) !== (this.#state.open === undefined);
    this.#state = state;
    const address = this.#parts.address.write(state);
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#apply();
  }

  #apply(): void {
    this.#filters.show(this.#state);
    this.#search();
    this.#showList(1);
    this.#showOpen();
  }

  #showList(done: number): void {
    const { rows, noun, choose } = this.#parts;
    const chosen = choose(this.#state, this.#hits);
    this.#list.show(chosen, this.#state);
    const searching = done < 1 ? ` · searching messages, ${toWholePercent(done)}%` : '';
    this.#count.textContent = `${chosen.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')} ${noun}s${searching}`;
  }

  #showOpen(): void {
    const { rows, noun, viewOf } = this.#parts;
    const row = this.#state.open === undefined ? undefined : rows[this.#state.open];
    if (row !== undefined && row === this.#shown) return;
    this.#shown = row;
    document.body.classList.toggle('has-open', row !== undefined);
    if (row === undefined) {
      this.#pane.replaceChildren(
        element('p', { class: 'empty note' }, `No ${noun} selected. Click one, or press j and k, then Enter.`),
      );
      return;
    }
    const view = viewOf(row, {
      onClose: () => this.#close(),
      onStep: (step) => this.#step(step),
      open: (number) => this.#open(number),
    });
    this.#pane.replaceChildren(view);
    this.#pane.scrollTop = 0;
    document.getElementById(titleId)?.focus({ preventScroll: true });
  }

  #close(): void {
    const { open: _, ...rest } = this.#state;
    // The same state without `open`, which is optional in every state.
    this.#change(rest as State);
    this.#list.host.focus({ preventScroll: true });
  }

  /** Moves the cursor. If a row is open, the next one opens. */
  #step(step: number): void {
    const row = this.#list.move(step);
    this.#section.scrollIntoView({ block: 'nearest' });
    if (row !== undefined && this.#state.open !== undefined) this.#open(row.number);
  }

  /** Searches one chunk at a time. A new search text cancels the search for the previous one. */
  #search(): void {
    const needle = toNeedle(this.#state.text);
    if (needle === this.#searched) return;
    this.#searched = needle;
    this.#hits = new Set();
    if (needle === '') return;
    const steps = this.#parts.search(needle);
    const go = () => {
      if (needle !== this.#searched) return;
      const step = steps.next();
      if (step.done === true) return;
      for (const number of step.value.found) this.#hits.add(number);
      this.#showList(step.value.done);
      setTimeout(go);
    };
    setTimeout(go);
  }

  #listKeys(openHelp: () => void): readonly KeyBinding[] {
    const { noun } = this.#parts;
    return [
      { keys: ['j'], label: `Next ${noun}`, run: () => this.#step(1) },
      { keys: ['k'], label: `Previous ${noun}`, run: () => this.#step(-1) },
      { keys: ['Enter'], label: `Open ${noun}`, run: () => this.#openCurrent() },
      { keys: ['Escape'], label: `Close ${noun} or leave search`, run: () => this.#leave() },
      { keys: ['/'], label: 'Search and filter', run: () => this.#filters.focusText() },
      { keys: ['?'], label: 'Show keyboard shortcuts', run: openHelp },
    ];
  }

  #openCurrent(): void {
    const row = this.#list.current;
    if (row !== undefined) this.#open(row.number);
  }

  #leave(): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement) {
      this.#list.host.focus({ preventScroll: true });
      return;
    }
    if (this.#state.open !== undefined) this.#close();
  }
}
