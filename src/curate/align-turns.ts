import type { Turn } from '../conversation/item/item.ts';

/**
 * The index in `before` of each turn of `after`, undefined for a new turn. Equal ids are the same turn. If one side has
 * no id, turns match by role and text — first at the start and end of both conversations, then anywhere, in order — and
 * finally by index and role.
 */
export function alignTurns(before: readonly Turn[], after: readonly Turn[]): readonly (number | undefined)[] {
  const alignment = new Alignment(before, after);
  alignment.pairByIds();
  if (alignment.isComplete) return alignment.pairs;
  alignment.pairEnds();
  alignment.pairByText();
  alignment.pairByPlace();
  return alignment.pairs;
}

class Alignment {
  readonly pairs: (number | undefined)[];
  readonly #before: readonly Turn[];
  readonly #after: readonly Turn[];
  readonly #isTaken: boolean[];

  constructor(before: readonly Turn[], after: readonly Turn[]) {
    this.#before = before;
    this.#after = after;
    this.pairs = new Array(after.length).fill(undefined);
    this.#isTaken = new Array(before.length).fill(false);
  }

  /** Whether every turn is paired, or has an id that the other side lacks. */
  get isComplete(): boolean {
    const isOpen = (turn: Turn, isPaired: boolean) => !isPaired && turn.id === undefined;
    return (
      !this.#after.some((turn, at) => isOpen(turn, this.pairs[at] !== undefined)) &&
      !this.#before.some((turn, at) => isOpen(turn, this.#isTaken[at] === true))
    );
  }

  pairByIds(): void {
    const byId = new Map(this.#before.flatMap(({ id }, at) => (id === undefined ? [] : [[id, at] as const])));
    for (const [at, { id }] of this.#after.entries()) {
      const old = id === undefined ? undefined : byId.get(id);
      if (old !== undefined) this.#pair(old, at);
    }
  }

  /** Pairs repeated texts such as "yes" by their neighbors. */
  pairEnds(): void {
    const shorter = Math.min(this.#before.length, this.#after.length);
    let start = 0;
    for (; start < shorter && this.#isSame(start, start); start++) this.#pair(start, start);
    for (let back = 1; back <= shorter - start; back++) {
      const old = this.#before.length - back;
      const at = this.#after.length - back;
      if (!this.#isSame(old, at)) return;
      this.#pair(old, at);
    }
  }

  pairByText(): void {
    const open = [...this.#before.keys()].filter((old) => this.#isTaken[old] !== true);
    const byText = Map.groupBy(open, (old) => toTextKey(this.#before[old]));
    if (byText.size === 0) return;
    const used = new Map<string, number>();
    for (const [at, turn] of this.#after.entries()) {
      if (this.pairs[at] !== undefined) continue;
      const key = toTextKey(turn);
      const next = used.get(key) ?? 0;
      const old = byText.get(key)?.[next];
      if (old === undefined || !this.#canPair(old, at)) continue;
      used.set(key, next + 1);
      this.#pair(old, at);
    }
  }

  pairByPlace(): void {
    for (const [at, turn] of this.#after.entries()) {
      if (this.#before[at]?.role === turn.role && this.#canPair(at, at)) this.#pair(at, at);
    }
  }

  #isSame(old: number, at: number): boolean {
    const [was, is] = [this.#before[old], this.#after[at]];
    if (was === undefined || is === undefined || was.role !== is.role || was.msg !== is.msg) return false;
    return this.pairs[at] === old || this.#canPair(old, at);
  }

  /** Turns with different ids never match. */
  #canPair(old: number, at: number): boolean {
    if (this.#isTaken[old] === true || this.pairs[at] !== undefined) return false;
    return this.#before[old]?.id === undefined || this.#after[at]?.id === undefined;
  }

  #pair(old: number, at: number): void {
    this.pairs[at] = old;
    this.#isTaken[old] = true;
  }
}

function toTextKey(turn: Turn | undefined): string {
  return `${turn?.role}\n${turn?.msg}`;
}
