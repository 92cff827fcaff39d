import { Fault, type Problem, toError } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';

/** Every option of a function by its name: the compiler sees that none is left out and none is made up. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * A name that is slightly wrong would be passed over, and the call do something else than was meant: `target` for
 * `targets` plays them all. Throws a Fault that names every such option.
 */
export function checkOptionNames(caller: string, options: object, names: OptionNames<object>): void {
  const known = Object.keys(names);
  const [first, ...rest] = Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => toUnknownOption(caller, name, known));
  if (first !== undefined) throw new Fault([first, ...rest]);
}

function toUnknownOption(caller: string, name: string, known: readonly string[]): Problem {
  const message = `${caller} has no option "${name}".`;
  return toError({ code: 'LIBRARY_USAGE', message, hint: suggestFrom(name, known, 'Available options') });
}
