import { Fault } from '../base/fault.ts';

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

/** The same fault, and the command that resumes from what is recorded. The command has a line of its own, to be copied. */
export function withResume(fault: Fault, done: 'played' | 'graded' | 'answered', command: string): Fault {
  return withHint(fault, (hint) => `${hint} Everything ${done} so far is saved. Resume with:\n  ${command}`);
}
