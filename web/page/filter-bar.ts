import { button, element } from './element.ts';
import type { FilterMaker, FilterPart } from './filter-part.ts';

export interface FilterBarParts<State> {
  /** What is narrowed, for those who do not see it. */
  readonly label: string;
  /** What the text is looked for in: `ids, tags, messages`. */
  readonly searches: string;
  readonly toggles: FilterMaker<State>;
  readonly selects: readonly FilterMaker<State>[];
  readonly order: FilterMaker<State>;
  readonly isFiltered: (state: State) => boolean;
  /** The state without what narrows it. */
  readonly toCleared: (state: State) => State;
}

/** Where the list is narrowed: a text, buttons that stay pressed, and one choice each of the rest. */
export class FilterBar<State extends { readonly text: string }> {
  readonly host: HTMLElement;
  readonly #text: HTMLInputElement;
  readonly #clear: HTMLButtonElement;
  readonly #parts: readonly FilterPart<State>[];
  readonly #isFiltered: (state: State) => boolean;
  #state: State;

  /** `more`: what else stands at the end of the bar. */
  constructor(
    parts: FilterBarParts<State>,
    state: State,
    { onChange, more }: { readonly onChange: (state: State) => void; readonly more: readonly HTMLElement[] },
  ) {
    this.#state = state;
    this.#isFiltered = parts.isFiltered;
    const change = (to: (state: State) => State) => onChange(to(this.#state));
    this.#text = searchBoxOf(parts.searches);
    this.#text.addEventListener('input', () => change((now) => ({ ...now, text: this.#text.value })));
    this.#clear = button('Clear filters', 'Clear filters', () => change(parts.toCleared));
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
