import { Fault } from '../../base/fault.ts';
import { type ComparedSide, toSideName } from '../../compare/compared-side.ts';
import { quoteArgument, quoteList } from '../../format/quote-argument.ts';

/** Which target of a new run is held against which side of the other one; both by their names. */
export interface GatedPairs {
  readonly pairs: readonly { readonly side: ComparedSide; readonly a: string; readonly b: string }[];
  /** Targets of the new run that nothing is said about. */
  readonly ungated: readonly string[];
}

/**
 * Every target against its own past; where there is one on either side, that one, whatever its name. `sides` are all
 * targets of the other run, or the one that was named. Throws a Fault when no target is in both.
 */
export function pairGated(sides: readonly ComparedSide[], run: string, targets: readonly string[]): GatedPairs {
  const [side, target] = [sides[0], targets[0]];
  const isOnly = side !== undefined && target !== undefined && sides.length === 1 && targets.length === 1;
  const found = isOnly
    ? [{ side, target }]
    : sides.filter((one) => targets.includes(one.target)).map((one) => ({ side: one, target: one.target }));
  if (found.length === 0) throw noCommonTarget(sides, targets);
  const gated = new Set(found.map((one) => one.target));
  return {
    pairs: found.map((one) => ({ side: one.side, a: toSideName(one.side), b: `${run}:${one.target}` })),
    ungated: targets.filter((one) => !gated.has(one)),
  };
}

function noCommonTarget(sides: readonly ComparedSide[], targets: readonly string[]): Fault {
  const before = sides.map(toSideName);
  const message = `The runs have no target in common. This run has ${targets.join(', ')}, the baseline ${before.join(', ')}.`;
  const choices = [
    ...(targets.length > 1 ? [`--target ${quoteList([targets[0] ?? ''])}`] : []),
    ...(sides.length > 1 ? [`--baseline ${quoteArgument(before[0] ?? '')}`] : []),
  ];
  const hint = `Choose what to compare: ${choices.join(' ')}`;
  return new Fault({ code: 'COMPARE_SEVERAL_TARGETS', message, hint });
}
