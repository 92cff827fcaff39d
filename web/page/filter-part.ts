/** Turns the state into the next one. */
export type ChangeState<State> = (to: (state: State) => State) => void;

/** Something in the bar that narrows the list. Without a host there is nothing to choose. */
export interface FilterPart<State> {
  readonly host?: HTMLElement;
  readonly show: (state: State) => void;
}

export type FilterMaker<State> = (change: ChangeState<State>) => FilterPart<State>;
