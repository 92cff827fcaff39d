import { Fault } from '../base/fault.ts';

/** A command line that parses, but that contradicts itself or lacks something. */
export function usageFault(message: string, hint: string): Fault {
  return new Fault({ code: 'CLI_USAGE', message, hint });
}

/** The same fault with another hint for its first problem. `toHint` gets the hint so far, or an empty text. */
export function withHint(fault: Fault, toHint: (before: string) => string): Fault {
  const [first, ...rest] = fault.problems;
  if (first === undefined) return fault;
  return new Fault([{ ...first, hint: toHint(first.hint ?? '').trim() }, ...rest], { cause: fault });
}

/** The first fault with the problems of the other one appended. */
export function withMore(fault: Fault, other: Fault): Fault {
  const [first, ...rest] = fault.problems;
  if (first === undefined) return fault;
  return new Fault([first, ...rest, ...other.problems], { cause: fault });
}
