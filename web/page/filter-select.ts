import { element } from './element.ts';
import type { Choice } from './filter-choices.ts';
import type { FilterMaker } from './filter-part.ts';
import { toShown } from './shown-text.ts';

/** Choices that are listed, the most frequent; the rest is found by its text. */
const mostChoices = 200;

export interface FilterSelect<State> {
  readonly title: string;
  /** What stands where nothing is chosen. Absent: any. */
  readonly none?: string;
  readonly choices: readonly Choice[];
  readonly read: (state: State) => string | undefined;
  readonly write: (state: State, value: string | undefined) => State;
}

/** A choice of one among many; left out where there is nothing to choose. */
export function filterSelectOf<State>({
  title,
  none = 'any',
  choices,
  read,
  write,
}: FilterSelect<State>): FilterMaker<State> {
  return (change) => {
    if (choices.length === 0) return { show: () => {} };
    const shown = choices.slice(0, mostChoices);
    const host = element(
      'select',
      { 'aria-label': title },
      element('option', {}, `${title}: ${none}`),
      ...shown.map(optionOf),
    );
    // A choice may be the empty text, so the place counts and not the value.
    host.addEventListener('change', () => {
      const value = shown[host.selectedIndex - 1]?.value;
      change((state) => write(state, value));
    });
    const show = (state: State) => {
      const value = read(state);
      if (value !== undefined && !shown.some((choice) => choice.value === value)) {
        const rare = choices.find((choice) => choice.value === value) ?? { value, label: value, count: 0 };
        shown.push(rare);
        host.append(optionOf(rare));
      }
      host.selectedIndex = shown.findIndex((choice) => choice.value === value) + 1;
      host.classList.toggle('chosen', value !== undefined);
    };
    return { host, show };
  };
}

function optionOf({ value, label, count }: Choice): HTMLOptionElement {
  const name = toShown(label);
  return element('option', { value }, count === undefined ? name : `${name} (${count.toLocaleString('en')})`);
}
