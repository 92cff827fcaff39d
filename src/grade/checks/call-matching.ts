/** Which call meets which wanted one: the place of the wanted call, and that of the call. */
export type Matching = ReadonlyMap<number, number>;

/** Whether wanted call `wanted` is met by the call `got`, both by their place. */
export type IsMet = (wanted: number, got: number) => boolean;

/**
 * The most wanted calls that are met in their order, others between them allowed: a longest common subsequence. To take
 * the first that fits would miss some, as when the first wanted call comes last.
 */
export function matchInOrder(wantedCount: number, gotCount: number, isMet: IsMet): Matching {
  const width = gotCount + 1;
  // How many can be met, of the wanted calls from one place on and the made calls from another on.
  const most = new Uint32Array((wantedCount + 1) * width);
  const at = (wanted: number, got: number) => most[wanted * width + got] ?? 0;
  for (let wanted = wantedCount - 1; wanted >= 0; wanted -= 1) {
    for (let got = gotCount - 1; got >= 0; got -= 1) {
      const skipped = Math.max(at(wanted + 1, got), at(wanted, got + 1));
      const taken = isMet(wanted, got) ? at(wanted + 1, got + 1) + 1 : 0;
      most[wanted * width + got] = Math.max(skipped, taken);
    }
  }
  const met = new Map<number, number>();
  for (let wanted = 0, got = 0; wanted < wantedCount && got < gotCount; ) {
    if (isMet(wanted, got) && at(wanted, got) === at(wanted + 1, got + 1) + 1) {
      met.set(wanted, got);
      wanted += 1;
      got += 1;
    } else if (at(wanted + 1, got) >= at(wanted, got + 1)) wanted += 1;
    else got += 1;
  }
  return met;
}

/**
 * The most wanted calls that can be met when each call meets one of them, by augmenting paths: a call that meets a
 * wanted one without arguments is given over when another wanted one needs it. H. W. Kuhn, "The Hungarian method for the
 * assignment problem" (1955).
 */
export function matchAnyOrder(wantedCount: number, gotCount: number, isMet: IsMet): Matching {
  const takenBy = new Map<number, number>();
  const place = (wanted: number, tried: Set<number>): boolean => {
    for (let got = 0; got < gotCount; got += 1) {
      if (tried.has(got) || !isMet(wanted, got)) continue;
      tried.add(got);
      const holder = takenBy.get(got);
      if (holder === undefined || place(holder, tried)) {
        takenBy.set(got, wanted);
        return true;
      }
    }
    return false;
  };
  for (let wanted = 0; wanted < wantedCount; wanted += 1) place(wanted, new Set());
  return new Map([...takenBy].map(([got, wanted]) => [wanted, got]));
}
