import { Fault, type Problem, type Severity, toError } from '../../base/fault.ts';
import type { CaseReading } from '../eval/case-reader.ts';
import type { PlacedGrader } from '../eval/check-graders.ts';
import { type EvalFile, listTargetIds, openEval } from '../eval/read-eval.ts';
import { findConfigFile, readConfig } from '../project/config.ts';
import type { TargetsFile } from '../targets/read-targets.ts';
import {
  HistoryValidator,
  listCaseNames,
  listGraderNames,
  listHeadNames,
  listProjectNames,
  OutcomeValidator,
  TargetValidator,
} from './case-validators.ts';
import { DeckValidator, PatternValidator, SchemaValidator } from './grader-validators.ts';
import { ProgramValidator } from './program-validator.ts';

export const validateEval: Validator = (path, options, problems) =>
  checkEval(openEval(path, options.cwd), options, problems);

/** Lists all problems of an open eval file, like `validateFile`. */
export async function listEvalProblems(evalFile: EvalFile, options: ValidateOptions): Promise<readonly Problem[]> {
  const problems = new ProblemList(evalFile.file);
  await problems.collect(async () => void (await checkEval(evalFile, options, problems)));
  return problems.toArray();
}

/** Reads every case, attachment and deck, looks up every target, and checks the config. Returns the number of cases. */
async function checkEval(evalFile: EvalFile, options: ValidateOptions, problems: ProblemList): Promise<number> {
  const { cwd } = options;
  const { head } = evalFile;
  const decks = new DeckValidator(evalFile.attachments, evalFile.reading);
  const targets = new TargetValidator(evalFile, options);
  const patterns = new PatternValidator(evalFile.reading);
  const schemas = new SchemaValidator(evalFile.reading, evalFile.attachments);
  const programs = new ProgramValidator(evalFile.reading, evalFile.path);
  const outcomes = new OutcomeValidator(evalFile.reading);
  const unsent = new HistoryValidator(evalFile.reading);
  const addGraders = (graders: readonly PlacedGrader[], placeOf: CaseReading['placeOf']) => {
    decks.add(graders, placeOf);
    patterns.add(graders, placeOf);
    schemas.add(graders, placeOf);
    programs.add(graders, placeOf);
    problems.add(targets.check(listGraderNames(graders), placeOf));
  };
  problems.add(evalFile.problems);
  problems.add(targets.check([...listHeadNames(head), ...listProjectNames(evalFile)], evalFile.placeOf));
  addGraders(evalFile.graders, evalFile.placeOf);
  let count = 0;
  let seen = 0;
  await problems.collect(async () => {
    for await (const reading of evalFile.readCases()) {
      const { evalCase, graders = [], problems: found, placeOf } = reading;
      seen += 1;
      options.visitCase?.(reading);
      problems.add(found);
      if (problems.isFull) break;
      addGraders(graders, placeOf);
      if (evalCase === undefined) continue;
      count += 1;
      outcomes.add(evalCase, placeOf);
      const ids = listTargetIds(evalCase, evalFile, { choice: options, specs: targets.specs });
      const answering = ids.flatMap((id) => targets.specs.get(id) ?? []);
      unsent.add({ evalCase, targets: answering, place: () => placeOf([]) });
      patterns.addSimulation(evalCase.simulate, placeOf);
      problems.add(targets.check(listCaseNames(evalCase), placeOf));
    }
  });
  if (seen === 0 && problems.isEmpty && evalFile.fromDataset === undefined) problems.add([noCases(evalFile)]);
  problems.add(await patterns.check());
  problems.add(await schemas.check());
  problems.add(programs.check(options.env));
  problems.add(outcomes.check());
  problems.add(unsent.check());
  problems.add(targets.fileProblems);
  await problems.collect(async () => {
    const config = findConfigFile(evalFile.root);
    if (config !== undefined) problems.add(readConfig(config, cwd).problems);
    problems.add(decks.check(options, targets));
  });
  return count;
}

function noCases({ file, reading }: EvalFile): Problem {
  const message = 'The file has no cases.';
  const hint = reading === 'eval JSONL' ? 'Write one case per line.' : 'Add cases to the file that it names.';
  return toError({ code: 'EVAL_NO_CASES', message, hint, reading, file, line: 1, column: 1 });
}

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

/** What an AgentV file loses is listed once per file, because each of its cases may have the same keys. */
const repeated: readonly string[] = ['EVAL_FOREIGN_KEY', 'EVAL_FOREIGN_GRADER'];

/** The first problems of a file per severity, with a count of the rest. */
export class ProblemList {
  readonly #file: string;
  readonly #listed: Problem[] = [];
  readonly #counts = { error: 0, warning: 0 };
  /** How often each loss of an AgentV file was found. */
  readonly #places = new Map<string, number>();

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
      if (this.#isRepeat(problem)) continue;
      this.#counts[problem.severity] += 1;
      if (this.#counts[problem.severity] <= problemLimit) this.#listed.push(this.#placed(problem));
    }
  }

  /** Whether the same is lost at an earlier place of the file. */
  #isRepeat({ code, severity, message, hint, file }: Problem): boolean {
    if (severity !== 'warning' || !repeated.includes(code)) return false;
    const key = JSON.stringify([code, message, hint, file]);
    const count = (this.#places.get(key) ?? 0) + 1;
    this.#places.set(key, count);
    return count > 1;
  }

  #withPlaces(problem: Problem): Problem {
    const { code, message, hint, file } = problem;
    const places = this.#places.get(JSON.stringify([code, message, hint, file]));
    if (places === undefined || places < 2) return problem;
    return { ...problem, message: `${message} This is the first of ${places} places.` };
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
    return [
      ...this.#listed.map((problem) => this.#withPlaces(problem)),
      ...this.#toNotice('error'),
      ...this.#toNotice('warning'),
    ];
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
