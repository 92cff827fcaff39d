/**
 * Remembers names and a number for each, in flat memory: a million short names take a few tens of megabytes, and
 * none of them burdens the garbage collector, which a Map of as many strings does while a file streams by.
 */
export class SeenNames {
  #units = new Uint16Array(1 << 12);
  #used = 0;
  #starts = new Uint32Array(1 << 8);
  #numbers = new Uint32Array(1 << 8);
  #count = 0;
  /** Open addressing; an entry's index plus 1, or 0 where free. */
  #slots = new Uint32Array(1 << 10);

  /** The number the name was first given, when it was seen before; else remembers it and returns undefined. */
  add(name: string, number: number): number | undefined {
    if ((this.#count + 1) * 2 > this.#slots.length) this.#rehash();
    const slot = this.#findSlot(name);
    const entry = this.#slots[slot] ?? 0;
    if (entry > 0) return this.#numbers[entry - 1];
    this.#append(name, number);
    this.#slots[slot] = this.#count;
    return undefined;
  }

  #append(name: string, number: number): void {
    while (this.#used + name.length > this.#units.length) this.#units = doubled(this.#units, Uint16Array);
    if (this.#count + 2 > this.#starts.length) {
      this.#starts = doubled(this.#starts, Uint32Array);
      this.#numbers = doubled(this.#numbers, Uint32Array);
    }
    for (let at = 0; at < name.length; at++) this.#units[this.#used + at] = name.charCodeAt(at);
    this.#used += name.length;
    this.#numbers[this.#count] = number;
    this.#count += 1;
    this.#starts[this.#count] = this.#used;
  }

  #findSlot(name: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashUnits(name.length, (at) => name.charCodeAt(at)) & mask;
    for (let entry = this.#slots[slot] ?? 0; entry > 0 && !this.#isNamed(entry - 1, name); ) {
      slot = (slot + 1) & mask;
      entry = this.#slots[slot] ?? 0;
    }
    return slot;
  }

  #isNamed(index: number, name: string): boolean {
    const start = this.#starts[index] ?? 0;
    if ((this.#starts[index + 1] ?? 0) - start !== name.length) return false;
    for (let at = 0; at < name.length; at++) if (this.#units[start + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (let index = 0; index < this.#count; index++) {
      const start = this.#starts[index] ?? 0;
      const length = (this.#starts[index + 1] ?? 0) - start;
      let slot = hashUnits(length, (at) => this.#units[start + at] ?? 0) & (slots.length - 1);
      while ((slots[slot] ?? 0) > 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

function doubled<T extends Uint16Array | Uint32Array>(array: T, Kind: new (length: number) => T): T {
  const larger = new Kind(array.length * 2);
  larger.set(array);
  return larger;
}

/** FNV-1a over UTF-16 units, mixed once more since only the low bits choose a slot. */
function hashUnits(length: number, unitAt: (at: number) => number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ unitAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
