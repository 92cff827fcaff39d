import { element, toShown } from './element.ts';
import type { FilterMaker } from './filter-bar.ts';

/** A choice and the number of rows it applies to. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
}

/** The number of rows with each name, most frequent first. */
export function countChoices<Row, Name>(
  rows: readonly Row[],
  listNames: (row: Row) => readonly Name[],
): ReadonlyMap<Name, number> {
  const counts = new Map<Name, number>();
  for (const row of rows) for (const name of new Set(listNames(row))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

export function toChoices<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  toLabel: (key: Key) => string = String,
): readonly Choice[] {
  return [...counts].map(([key, count]) => ({ value: String(key), label: toLabel(key), count }));
}

/** The most frequent choices are listed. Rarer ones are found with the text search. */
const mostChoices = 200;

export interface FilterSelect<State> {
  readonly title: string;
  /** The label of "nothing selected". Default: any. */
  readonly none?: string;
  readonly choices: readonly Choice[];
  readonly read: (state: State) => string | undefined;
  readonly write: (state: State, value: string | undefined) => State;
}

/** A select for one of many values. Left out if there are no choices. */
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
    // A value may be the empty string, so the index counts.
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

/** A select over one optional field of the state. `parse` turns a choice into a value of the field. */
export function fieldSelectOf<State extends object, Field extends keyof State & string>(
  field: Field,
  parts: Pick<FilterSelect<State>, 'title' | 'none' | 'choices'> & {
    readonly parse: (value: string) => State[Field] | undefined;
  },
): FilterMaker<State> {
  return filterSelectOf({
    ...parts,
    read: ({ [field]: value }) => (value === undefined ? undefined : String(value)),
    write: ({ [field]: _, ...rest }, value) => {
      const parsed = value === undefined ? undefined : parts.parse(value);
      // The field is optional, so a state is still a state without it.
      return (parsed === undefined ? rest : { ...rest, [field]: parsed }) as State;
    },
  });
}

function optionOf({ value, label, count }: Choice): HTMLOptionElement {
  const name = toShown(label);
  return element('option', { value }, count === undefined ? name : `${name} (${count.toLocaleString('en')})`);
}
