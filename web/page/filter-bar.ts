import { button, element } from './element.ts';
import { toCleared } from './view-address.ts';

/** Replaces the state with the result of `to`. */
type ChangeState<State> = (to: (state: State) => State) => void;

/** One control of the bar. Without a host, there is nothing to choose. */
interface FilterPart<State> {
  readonly host?: HTMLElement;
  readonly show: (state: State) => void;
}

export type FilterMaker<State> = (change: ChangeState<State>) => FilterPart<State>;

export interface FilterBarParts<State> {
  /** The accessible name of the bar. */
  readonly label: string;
  /** What the text field searches: `ids, tags, messages`. */
  readonly searches: string;
  readonly toggles: FilterMaker<State>;
  readonly selects: readonly FilterMaker<State>[];
  readonly order: FilterMaker<State>;
  readonly isFiltered: (state: State) => boolean;
}

interface BarState {
  readonly text: string;
  readonly open?: number;
  readonly order?: unknown;
}

/** The filters of a list: a text field, toggle buttons, and selects. */
export class FilterBar<State extends BarState> {
  readonly host: HTMLElement;
  readonly #text: HTMLInputElement;
  readonly #clear: HTMLButtonElement;
  readonly #parts: readonly FilterPart<State>[];
  readonly #isFiltered: (state: State) => boolean;
  #state: State;

  /** `plain`: the state without filters. `more`: further elements at the end of the bar. */
  constructor(
    parts: FilterBarParts<State>,
    plain: State,
    { onChange, more }: { readonly onChange: (state: State) => void; readonly more: readonly HTMLElement[] },
  ) {
    this.#state = plain;
    this.#isFiltered = parts.isFiltered;
    const change = (to: (state: State) => State) => onChange(to(this.#state));
    this.#text = searchBoxOf(parts.searches);
    this.#text.addEventListener('input', () => change((now) => ({ ...now, text: this.#text.value })));
    this.#clear = button('Clear filters', 'Clear filters', () => change((now) => toCleared(plain, now)));
    const toggles = parts.toggles(change);
    const selects = parts.selects.map((make) => make(change));
    const order = parts.order(change);
    this.#parts = [toggles, ...selects, order];
    this.host = element(
      'form',
      { class: 'filters', role: 'search', 'aria-label': parts.label },
      element('div', {}, this.#text, ...listHosts([toggles])),
      element('div', {}, ...listHosts(selects), this.#clear, ...listHosts([order]), ...more),
    );
    this.host.addEventListener('submit', (event) => event.preventDefault());
  }

  show(state: State): void {
    this.#state = state;
    if (this.#text.value !== state.text) this.#text.value = state.text;
    this.#clear.hidden = !this.#isFiltered(state);
    for (const { show } of this.#parts) show(state);
  }

  focusText(): void {
    this.#text.focus();
    this.#text.select();
  }
}

function searchBoxOf(searches: string): HTMLInputElement {
  return element('input', {
    type: 'search',
    placeholder: `Search ${searches}`,
    'aria-label': `Search ${searches}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

function listHosts(parts: readonly { readonly host?: HTMLElement }[]): readonly HTMLElement[] {
  return parts.flatMap(({ host }) => (host === undefined ? [] : [host]));
}
