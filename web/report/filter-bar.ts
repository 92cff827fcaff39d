import { type PageMark, pageMarks, pageStatuses, toReplyName } from '../../src/format/page-data.ts';
import { button, element } from './element.ts';
import { type Choice, countChoices } from './filter-choices.ts';
import { statusSigns } from './marks.ts';
import type { CaseRow } from './page-cases.ts';
import { toShown } from './shown-text.ts';
import { isFiltered, plainState, type ViewState } from './view-state.ts';

/** Where the list is narrowed: a text, a status, and one choice each of target, tag, grader and first failing turn. */
export class FilterBar {
  readonly host = element('form', { class: 'filters', role: 'search', 'aria-label': 'Filter the cases' });
  readonly #text = element('input', {
    type: 'search',
    placeholder: 'Search ids, tags, messages, reasons',
    'aria-label': 'Search ids, tags, messages and reasons',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #first = element('div', {}, this.#text);
  readonly #choices = element('div', {});
  readonly #clear = button('Clear', 'Clear', () => this.#onChange({ ...plainState, ...keepView(this.#state) }));
  readonly #parts: readonly ((state: ViewState) => void)[];
  readonly #onChange: (state: ViewState) => void;
  #state: ViewState = plainState;

  /** `more`: what else stands at the end of the bar. */
  constructor(rows: readonly CaseRow[], onChange: (state: ViewState) => void, more: readonly HTMLElement[]) {
    this.#onChange = onChange;
    this.host.addEventListener('submit', (event) => event.preventDefault());
    this.#text.addEventListener('input', () => onChange({ ...this.#state, text: this.#text.value }));
    this.#parts = [this.#addStatuses(rows), ...this.#addSelects(rows)];
    this.#choices.append(this.#clear, ...more);
    this.host.append(this.#first, this.#choices);
  }

  show(state: ViewState): void {
    this.#state = state;
    if (this.#text.value !== state.text) this.#text.value = state.text;
    this.#clear.hidden = !isFiltered(state);
    for (const show of this.#parts) show(state);
  }

  focusText(): void {
    this.#text.focus();
    this.#text.select();
  }

  #addStatuses(rows: readonly CaseRow[]): (state: ViewState) => void {
    const group = element('div', { class: 'statuses', role: 'group', 'aria-label': 'Status' });
    const counts = countChoices(rows, ({ status }) => [status]);
    const shown = pageStatuses.filter((status) => counts.has(status));
    const buttons = shown.map((status) => {
      const made = button('', status, () =>
        this.#onChange({ ...this.#state, statuses: toggle(this.#state.statuses, status) }),
      );
      const count = (counts.get(status) ?? 0).toLocaleString('en');
      made.append(
        element('span', { class: `mark ${status}`, 'aria-hidden': 'true' }, statusSigns[status]),
        ` ${status} ${count}`,
      );
      made.setAttribute('aria-label', `${status}, ${count}`);
      group.append(made);
      return { made, status };
    });
    this.#first.append(group);
    return ({ statuses }) => {
      for (const { made, status } of buttons) made.setAttribute('aria-pressed', String(statuses.includes(status)));
    };
  }

  #addSelects(rows: readonly CaseRow[]): readonly ((state: ViewState) => void)[] {
    const targets = toChoices(
      countChoices(rows, ({ target }) => [target]),
      (name) => name,
    );
    const tags = toChoices(
      countChoices(rows, (row) => row.tags),
      (name) => name,
    );
    const fails = countChoices(rows, ({ firstFailure }) => (firstFailure === undefined ? [] : [firstFailure]));
    const places = toChoices(new Map([...fails].sort(([one], [other]) => one - other)), toReplyName);
    return [
      this.#addSelect('Target', targets.length > 1 ? targets : [], {
        read: ({ target }) => target,
        write: ({ target: _, ...rest }, value) => (value === undefined ? rest : { ...rest, target: value }),
      }),
      this.#addSelect('Tag', tags, {
        read: ({ tag }) => tag,
        write: ({ tag: _, ...rest }, value) => (value === undefined ? rest : { ...rest, tag: value }),
      }),
      this.#addSelect('Grader', listGraderChoices(rows), {
        read: ({ grader }) => (grader === undefined ? undefined : `${grader.mark}:${grader.name}`),
        write: ({ grader: _, ...rest }, value) => {
          const mark = pageMarks.find((known) => value?.startsWith(`${known}:`));
          if (value === undefined || mark === undefined) return rest;
          return { ...rest, grader: { mark, name: value.slice(mark.length + 1) } };
        },
      }),
      this.#addSelect('First failing turn', places, {
        read: ({ firstFailure }) => (firstFailure === undefined ? undefined : String(firstFailure)),
        write: ({ firstFailure: _, ...rest }, value) =>
          value === undefined ? rest : { ...rest, firstFailure: Number(value) },
      }),
    ];
  }

  /** A choice of one among many; left out where there is nothing to choose. */
  #addSelect(title: string, choices: readonly Choice[], part: StatePart): (state: ViewState) => void {
    if (choices.length === 0) return () => {};
    const shown = choices.slice(0, mostChoices);
    const select = element(
      'select',
      { 'aria-label': title },
      element('option', {}, `${title}: any`),
      ...shown.map(optionOf),
    );
    // A choice may be the empty text, so the place counts and not the value.
    select.addEventListener('change', () => {
      this.#onChange(part.write(this.#state, shown[select.selectedIndex - 1]?.value));
    });
    this.#choices.append(select);
    return (state) => {
      const value = part.read(state);
      if (value !== undefined && !shown.some((choice) => choice.value === value)) {
        const rare = choices.find((choice) => choice.value === value) ?? { value, label: value, count: 0 };
        shown.push(rare);
        select.append(optionOf(rare));
      }
      select.selectedIndex = shown.findIndex((choice) => choice.value === value) + 1;
      select.classList.toggle('chosen', value !== undefined);
    };
  }
}

/** Choices that are listed, the most frequent; the rest is found by its text. */
const mostChoices = 200;

function optionOf({ value, label, count }: Choice): HTMLOptionElement {
  return element('option', { value }, `${toShown(label)} (${count.toLocaleString('en')})`);
}

interface StatePart {
  readonly read: (state: ViewState) => string | undefined;
  readonly write: (state: ViewState, value: string | undefined) => ViewState;
}

/** What no filter decides. */
function keepView({ open, order }: ViewState): Pick<ViewState, 'open' | 'order'> {
  return { ...(open === undefined ? {} : { open }), ...(order === undefined ? {} : { order }) };
}

function toggle<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

function toChoices<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  toLabel: (key: Key) => string,
): readonly Choice[] {
  return [...counts].map(([key, count]) => ({ value: String(key), label: toLabel(key), count }));
}

/** Failures first: they are what is looked for. */
function listGraderChoices(rows: readonly CaseRow[]): readonly Choice[] {
  const order: readonly PageMark[] = ['fail', 'ungraded', 'pass'];
  return order.flatMap((mark) => {
    const counts = countChoices(rows, ({ graders }) =>
      [...graders].flatMap(([name, said]) => (said === mark ? [name] : [])),
    );
    return [...counts].map(([name, count]) => ({
      value: `${mark}:${name}`,
      label: `${statusSigns[mark]} ${name}`,
      count,
    }));
  });
}
