import { Fault, type Problem, type Severity } from '../../base/fault.ts';
import type { CaseReading } from '../eval/case-reader.ts';
import type { TargetsFile } from '../targets/read-targets.ts';

export interface ValidateOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether skipped samples are errors. */
  readonly strict?: boolean;
  /** Ids of the targets under test, instead of those in the file. */
  readonly targets?: readonly string[] | undefined;
  /** The targets file of an eval, if it is already read. */
  readonly targetsFile?: TargetsFile | undefined;
  /** Called with each case of an eval file, so that a run is planned in the same pass. */
  readonly visitCase?: (reading: CaseReading) => void;
}

/** Checks a file, adds problems to the list, and returns how many cases, samples, items or targets it has. */
export type Validator = (path: string, options: ValidateOptions, problems: ProblemList) => Promise<number>;

/** Maximum number of listed problems per severity and file, so that an invalid file cannot fill the memory. */
const problemLimit = 200;

/** The first problems of a file per severity, with a count of the rest. */
export class ProblemList {
  readonly #file: string;
  readonly #listed: Problem[] = [];
  readonly #counts = { error: 0, warning: 0 };

  constructor(file: string, problems: readonly Problem[] = []) {
    this.#file = file;
    this.add(problems);
  }

  get isEmpty(): boolean {
    return this.#listed.length === 0;
  }

  /**
   * Whether the limit of errors is exceeded. Warnings never stop reading, because an error may
   * follow.
   */
  get isFull(): boolean {
    return this.#counts.error > problemLimit;
  }

  add(problems: readonly Problem[]): void {
    for (const problem of problems) {
      this.#counts[problem.severity] += 1;
      if (this.#counts[problem.severity] <= problemLimit) this.#listed.push(this.#placed(problem));
    }
  }

  /** Runs `work`. A Fault that ends it is added to the problems found so far. */
  async collect(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.add(error.problems);
    }
  }

  toArray(): readonly Problem[] {
    return [...this.#listed, ...this.#toNotice('error'), ...this.#toNotice('warning')];
  }

  /** Counts the problems that are not listed. Reading stops after many errors, so there may be more of them. */
  #toNotice(severity: Severity): readonly Problem[] {
    const count = this.#counts[severity];
    if (count <= problemLimit) return [];
    const { line = 1, column = 1 } = this.#listed.at(-1) ?? {};
    const total = `${severity === 'error' ? 'at least ' : ''}${count} ${severity}s`;
    const message = `This file has ${total}. Only the first ${problemLimit} are listed.`;
    const input = {
      code: 'FILE_TOO_MANY_PROBLEMS',
      message,
      hint: 'Fix these and run `turnwise validate` again.',
    } as const;
    return [{ ...input, severity, file: this.#file, line, column }];
  }

  /** A problem of the whole file is placed at its start. */
  #placed(problem: Problem): Problem {
    return { ...problem, file: problem.file ?? this.#file, line: problem.line ?? 1, column: problem.column ?? 1 };
  }
}
