import { CaseList } from './case-list.ts';
import { button, element } from './element.ts';
import { FilterBar } from './filter-bar.ts';
import { filterRows, toNeedle } from './filter-rows.ts';
import { helpDialogOf } from './help-dialog.ts';
import { type KeyBinding, listenToKeys } from './key-bindings.ts';
import { OrderSelect } from './order-select.ts';
import type { CaseRow, PageCases } from './page-cases.ts';
import { orderRows } from './row-order.ts';
import { searchMessages } from './search-messages.ts';
import { transcriptOf } from './transcript-view.ts';
import { parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

/** The list, its filters and the open case: all follow from the state, and the state stands in the address. */
export class ReportPage {
  readonly #cases: PageCases;
  readonly #list: CaseList;
  readonly #filters: FilterBar;
  readonly #order: OrderSelect;
  readonly #pane = element('div', { class: 'pane' });
  readonly #count = element('p', { class: 'note count', role: 'status' });
  #state: ViewState = plainState;
  #shown: CaseRow | undefined;
  /** Cases whose messages hold `searched`, as far as the search came. */
  #hits = new Set<number>();
  #searched = '';

  constructor(section: HTMLElement, cases: PageCases) {
    this.#cases = cases;
    this.#list = new CaseList(cases.rows, {
      onOpen: (row) => this.#change({ ...this.#state, open: row.number }),
      onStep: (step) => this.#step(step),
    });
    const help = helpDialogOf(() => this.#listKeys(() => {}));
    const bindings = this.#listKeys(() => help.showModal());
    const keys = button('? keys', 'Keys (?)', () => help.showModal());
    keys.classList.add('keys');
    this.#order = new OrderSelect(cases.rows, (order) => {
      const { order: _, ...rest } = this.#state;
      this.#narrow(order === undefined ? rest : { ...rest, order });
    });
    const more = [this.#order.host, this.#count, keys];
    this.#filters = new FilterBar(cases.rows, (state) => this.#narrow(state), more);
    section.append(this.#filters.host, element('div', { class: 'workspace' }, this.#list.host, this.#pane), help);
    listenToKeys(bindings);
    window.addEventListener('hashchange', () => this.#follow());
  }

  /** Shows what the address says. */
  start(): void {
    this.#state = parseAddress(location.hash) ?? plainState;
    this.#apply();
  }

  #follow(): void {
    const state = parseAddress(location.hash);
    if (state === undefined) return;
    const wasOpen = this.#state.open;
    this.#state = state;
    this.#apply();
    if (state.open !== wasOpen || state.text !== '') document.getElementById('cases')?.scrollIntoView();
  }

  #narrow(state: ViewState): void {
    this.#list.host.scrollTop = 0;
    this.#change(state);
  }

  /** Opening a case is a step that Back takes back; typing in a filter is none. */
  #change(state: ViewState): void {
    const isStep = (state.open === undefined) !== (this.#state.open === undefined);
    this.#state = state;
    const address = toAddress(state);
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#apply();
  }

  #apply(): void {
    this.#filters.show(this.#state);
    this.#order.show(this.#state.order);
    this.#search();
    this.#showList(1);
    this.#showCase();
  }

  #showList(done: number): void {
    const { rows } = this.#cases;
    const { open, order } = this.#state;
    const chosen = orderRows(filterRows(rows, this.#state, this.#hits), order);
    this.#list.show(chosen, { open, order });
    const searching = done < 1 ? ` · reading messages, ${Math.round(done * 100)} %` : '';
    this.#count.textContent = `${chosen.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')} cases${searching}`;
  }

  #showCase(): void {
    const row = this.#state.open === undefined ? undefined : this.#cases.rows[this.#state.open];
    if (row !== undefined && row === this.#shown) return;
    this.#shown = row;
    document.body.classList.toggle('has-open', row !== undefined);
    if (row === undefined) {
      this.#pane.replaceChildren(
        element('p', { class: 'empty note' }, 'Choose a case: click it, or j and k, then Enter.'),
      );
      return;
    }
    const actions = { onClose: () => this.#close(), onStep: (step: number) => this.#step(step) };
    this.#pane.replaceChildren(transcriptOf(row, this.#cases.read(row), actions));
    this.#pane.scrollTop = 0;
    document.getElementById('tw-case-title')?.focus({ preventScroll: true });
  }

  #close(): void {
    const { open: _, ...rest } = this.#state;
    this.#change(rest);
    this.#list.host.focus({ preventScroll: true });
  }

  /** Moves in the list; an open case is followed. */
  #step(step: number): void {
    const row = this.#list.move(step);
    document.getElementById('cases')?.scrollIntoView({ block: 'nearest' });
    if (row !== undefined && this.#state.open !== undefined) this.#change({ ...this.#state, open: row.number });
  }

  /** Messages are searched a chunk at a time; a newer text ends the search for an older one. */
  #search(): void {
    const needle = toNeedle(this.#state.text);
    if (needle === this.#searched) return;
    this.#searched = needle;
    this.#hits = new Set();
    if (needle === '') return;
    const steps = searchMessages(this.#cases, needle);
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
    return [
      { keys: ['j'], label: 'next case', run: () => this.#step(1) },
      { keys: ['k'], label: 'case before', run: () => this.#step(-1) },
      { keys: ['Enter'], label: 'open the case', run: () => this.#openCurrent() },
      { keys: ['Escape'], label: 'close the case, leave the search', run: () => this.#leave() },
      { keys: ['/'], label: 'search and filter', run: () => this.#filters.focusText() },
      { keys: ['?'], label: 'this help', run: openHelp },
    ];
  }

  #openCurrent(): void {
    const row = this.#list.current;
    if (row !== undefined) this.#change({ ...this.#state, open: row.number });
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
