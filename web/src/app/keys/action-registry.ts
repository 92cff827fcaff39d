import type { ActionId } from './action-table.ts';

/** A layer of keys: the page (`undefined`), a dialog over it, a dialog over that dialog. */
export type ActionLayer = symbol | undefined;

/** An action that is possible now, and what it does. */
export interface BoundAction {
  readonly id: ActionId;
  readonly run: () => void;
  readonly layer?: ActionLayer;
}

/** The actions that are possible now. The latest binding of an action counts. */
export class ActionRegistry {
  #bound: readonly BoundAction[] = [];
  #layers: readonly symbol[] = [];
  readonly #listeners = new Set<() => void>();

  /** Returns a function that removes the binding. */
  bind(action: BoundAction): () => void {
    this.#set([...this.#bound, action]);
    return () => this.#set(this.#bound.filter((other) => other !== action));
  }

  /** Adds a layer on top. Until it closes, only its own actions are possible. Returns a function that closes it. */
  openLayer(layer: symbol): () => void {
    this.#layers = [...this.#layers, layer];
    this.#notify();
    return () => {
      this.#layers = this.#layers.filter((other) => other !== layer);
      this.#notify();
    };
  }

  readonly getTopLayer = (): ActionLayer => this.#layers.at(-1);

  /** The binding in the top layer. */
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
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
