import { Fault } from '../base/fault.ts';

/** A command line that parses and still cannot be meant. */
export function usageFault(message: string, hint: string): Fault {
  return new Fault({ code: 'CLI_USAGE', message, hint });
}

/** The same fault with another hint for its first problem; `toHint` is given the one it has, or nothing. */
export function withHint(fault: Fault, toHint: (before: string) => string): Fault {
  const [first, ...rest] = fault.problems;
  if (first === undefined) return fault;
  return new Fault([{ ...first, hint: toHint(first.hint ?? '').trim() }, ...rest], { cause: fault });
}

/** The first fault, which says what kind it is, with the problems of another one after its own. */
export function withMore(fault: Fault, other: Fault): Fault {
  const [first, ...rest] = fault.problems;
  if (first === undefined) return fault;
  return new Fault([first, ...rest, ...other.problems], { cause: fault });
}
