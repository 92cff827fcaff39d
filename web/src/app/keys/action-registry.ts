import type { ActionId } from './action-table.ts';

/** What lies over what: the page (`undefined`), a dialog over it, a dialog over that. */
export type ActionLayer = symbol | undefined;

/** What an action does just now. */
export interface BoundAction {
  readonly id: ActionId;
  readonly run: () => void;
  readonly layer?: ActionLayer;
}

/** The actions that can be done at this moment. The latest binding of an action counts. */
export class ActionRegistry {
  #bound: readonly BoundAction[] = [];
  #layers: readonly symbol[] = [];
  readonly #listeners = new Set<() => void>();

  /** Gives the way to take it back. */
  bind(action: BoundAction): () => void {
    this.#set([...this.#bound, action]);
    return () => this.#set(this.#bound.filter((other) => other !== action));
  }

  /** Puts a layer over everything: until it is closed, only its own actions can be done. Gives the way to close it. */
  openLayer(layer: symbol): () => void {
    this.#layers = [...this.#layers, layer];
    this.#tell();
    return () => {
      this.#layers = this.#layers.filter((other) => other !== layer);
      this.#tell();
    };
  }

  readonly getTopLayer = (): ActionLayer => this.#layers.at(-1);

  /** As bound in the layer on top. */
  find(id: ActionId): BoundAction | undefined {
    const layer = this.getTopLayer();
    return this.#bound.findLast((action) => action.id === id && action.layer === layer);
  }

  readonly list = (): readonly BoundAction[] => this.#bound;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(bound: readonly BoundAction[]): void {
    this.#bound = bound;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
