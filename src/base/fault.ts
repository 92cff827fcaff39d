import type { FaultCode } from './fault-codes.ts';

/** Where a problem is. Lines and columns count from 1; `path` is a JSON path for input that has no lines. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
}

export type Severity = 'error' | 'warning';

/**
 * One thing that is wrong with what the user gave us, as data.
 * `message` says what and got what, `hint` what to type next. Printing it is another function's work.
 */
export interface Problem extends Place {
  readonly severity: Severity;
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  /** What was being read, as text for people: "eval YAML", "deck". */
  readonly reading?: string;
}

export type ProblemInput = Omit<Problem, 'severity'>;

export function toError(input: ProblemInput): Problem {
  return { ...input, severity: 'error' };
}

export function toWarning(input: ProblemInput): Problem {
  return { ...input, severity: 'warning' };
}

export function hasError(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/**
 * Thrown when the user can fix it. Carries every problem found, never only the first.
 * Anything else that is thrown is our mistake and may crash with a stack.
 *
 * @example throw new Fault({ code: 'FILE_MISSING', message: 'There is no file "a.yaml".', file: 'a.yaml' });
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly problems: readonly Problem[];

  constructor(input: ProblemInput | readonly [Problem, ...Problem[]], options?: ErrorOptions) {
    const problems = isList(input) ? input : ([toError(input)] as const);
    super(problems[0].message, options);
    this.code = problems[0].code;
    this.problems = problems;
  }
}

function isList(input: ProblemInput | readonly [Problem, ...Problem[]]): input is readonly [Problem, ...Problem[]] {
  return Array.isArray(input);
}

/** Throws one Fault with all problems when at least one of them is an error. */
export function assertNoErrors(problems: readonly Problem[]): void {
  const [first, ...rest] = problems.filter((problem) => problem.severity === 'error');
  if (first !== undefined) throw new Fault([first, ...rest]);
}
