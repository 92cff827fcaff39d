import type { ActionId } from './action-table.ts';

/** What an action does just now. */
export interface BoundAction {
  readonly id: ActionId;
  readonly run: () => void;
}

/** The actions that can be done at this moment. The latest binding of an action counts. */
export class ActionRegistry {
  #bound: readonly BoundAction[] = [];
  readonly #listeners = new Set<() => void>();

  /** Gives the way to take it back. */
  bind(action: BoundAction): () => void {
    this.#set([...this.#bound, action]);
    return () => this.#set(this.#bound.filter((other) => other !== action));
  }

  find(id: ActionId): BoundAction | undefined {
    return this.#bound.findLast((action) => action.id === id);
  }

  readonly list = (): readonly BoundAction[] => this.#bound;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(bound: readonly BoundAction[]): void {
    this.#bound = bound;
    for (const listener of this.#listeners) listener();
  }
}
