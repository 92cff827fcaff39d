import { button, element } from './element.ts';
import type { FilterMaker } from './filter-bar.ts';

export interface Toggle<Name extends string> {
  readonly name: Name;
  readonly count: number;
  readonly sign: string;
  /** A tooltip, if the name alone is not clear. */
  readonly hint?: string;
}

export interface FilterToggles<State, Name extends string> {
  readonly label: string;
  readonly toggles: readonly Toggle<Name>[];
  readonly read: (state: State) => readonly Name[];
  readonly write: (state: State, chosen: readonly Name[]) => State;
}

/** Toggle buttons. If none is pressed, nothing is filtered. */
export function filterTogglesOf<State, Name extends string>({
  label,
  toggles,
  read,
  write,
}: FilterToggles<State, Name>): FilterMaker<State> {
  return (change) => {
    const host = element('div', { class: 'statuses', role: 'group', 'aria-label': label });
    const buttons = toggles.map(({ name, count, sign, hint }) => {
      const made = button('', name, () => change((state) => write(state, toggle(read(state), name))));
      const written = count.toLocaleString('en');
      made.append(element('span', { class: `mark ${name}`, 'aria-hidden': 'true' }, sign), ` ${name} ${written}`);
      made.setAttribute('aria-label', `${name}, ${written}`);
      made.title = hint ?? name;
      host.append(made);
      return { made, name };
    });
    const show = (state: State) => {
      const chosen = read(state);
      for (const { made, name } of buttons) made.setAttribute('aria-pressed', String(chosen.includes(name)));
    };
    return { host, show };
  };
}

function toggle<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
