import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { EvalHead } from '../eval/eval-shape.ts';
import { type EvalFile, openEval } from '../eval/read-eval.ts';
import { findConfigFile, readConfig } from '../project/config.ts';
import { toShownFile } from '../project/project.ts';
import { findTargetsFile } from '../targets/find-targets.ts';
import { readTargets } from '../targets/read-targets.ts';
import { NamedDecks } from './named-decks.ts';
import { problemLimit, type Validated, type ValidateOptions } from './validated.ts';

/** Every case read, every attachment and deck looked at, every target looked up, and the config that applies. */
export async function validateEval(path: string, options: ValidateOptions): Promise<Validated> {
  const { cwd } = options;
  const evalFile = openEval(path, cwd);
  const decks = new NamedDecks(evalFile);
  const config = findConfigFile(evalFile.root);
  const problems: Problem[] = [...evalFile.problems];
  const names = new TargetNames(evalFile, cwd);
  problems.push(...names.check(listHeadNames(evalFile), evalFile.placeOf));
  let count = 0;
  let seen = 0;
  for await (const { evalCase, problems: found, placeOf } of evalFile.readCases()) {
    seen += 1;
    problems.push(...found);
    if (evalCase !== undefined) {
      count += 1;
      decks.addCase(evalCase);
      problems.push(...names.check(listCaseNames(evalCase, evalFile.head), placeOf));
    }
    if (problems.length > problemLimit) break;
  }
  if (seen === 0 && problems.length === 0 && evalFile.fromDataset === undefined) problems.push(noCases(evalFile.file));
  const around = [...names.fileProblems, ...(config === undefined ? [] : readConfig(config, cwd).problems)];
  return { count, problems: [...problems, ...around, ...decks.check(options)] };
}

function noCases(file: string): Problem {
  const message = 'The file has no cases.';
  const place = { reading: 'eval JSONL', file, line: 1, column: 1 };
  return toError({ code: 'EVAL_NO_CASES', message, hint: 'Write one case a line.', ...place });
}

/** The id of a target, and where it is named. */
interface TargetName {
  readonly name: string;
  readonly path: readonly PathSegment[];
}

function listHeadNames({ head }: EvalFile): readonly TargetName[] {
  return [
    ...toName(head.target, ['target']),
    ...toName(head.judge, ['judge']),
    ...(head.targets ?? []).map((name, index) => ({ name, path: ['targets', index] })),
    ...listGraderNames(head.graders ?? [], ['graders']),
  ];
}

/** A case's graders are the file's and then its own; only its own stand in the case. */
function listCaseNames({ targets, simulate, turns, graders }: EvalCase, head: EvalHead): readonly TargetName[] {
  const own = graders.slice(head.graders?.length ?? 0);
  return [
    ...(targets ?? []).map((name, index) => ({ name, path: ['targets', index] })),
    ...toName(simulate?.target, ['simulate', 'target']),
    ...listGraderNames(own, ['graders']),
    ...(turns ?? []).flatMap((turn, index) => listGraderNames(turn.graders ?? [], ['turns', index, 'graders'])),
  ];
}

function listGraderNames(graders: readonly GraderSpec[], path: readonly PathSegment[]): readonly TargetName[] {
  return graders.flatMap((grader, index) => toName(grader.model, [...path, index, 'model']));
}

function toName(name: string | undefined, path: readonly PathSegment[]): readonly TargetName[] {
  return name === undefined ? [] : [{ name, path }];
}

/** Looks names up in the targets file that applies. Each unknown name is reported once. */
class TargetNames {
  readonly #reading: string;
  readonly #file: string | undefined;
  readonly #known: ReadonlySet<string>;
  /** What is wrong with the targets file itself. */
  readonly fileProblems: readonly Problem[];
  readonly #reported = new Set<string>();

  constructor(evalFile: EvalFile, cwd: string) {
    const path = findTargetsFile(evalFile.path, evalFile.root);
    const read = path === undefined ? undefined : readTargets(path, cwd);
    this.#reading = evalFile.reading;
    this.#file = path === undefined ? undefined : toShownFile(path, cwd);
    this.fileProblems = read?.problems ?? [];
    this.#known = new Set([...(read?.targets ?? []), ...(read?.unusable ?? [])].map(({ id }) => id));
  }

  check(names: readonly TargetName[], placeOf: (path: readonly PathSegment[]) => Place): readonly Problem[] {
    const unknown = names.filter(({ name }) => !this.#known.has(name) && !this.#reported.has(name));
    return unknown.map(({ name, path }) => {
      this.#reported.add(name);
      return this.#toProblem(name, placeOf(path));
    });
  }

  #toProblem(name: string, place: Place): Problem {
    const common = { code: 'TARGET_UNKNOWN', reading: this.#reading, ...place } as const;
    if (this.#file === undefined) {
      const message = `The target "${name}" cannot be looked up: there is no targets.yaml here.`;
      return toWarning({ ...common, message, hint: 'Write one, or run `turnwise init` for an example.' });
    }
    const known = [...this.#known];
    const nearest = findNearest(name, known);
    const hint = nearest === undefined ? `It has: ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
    return toError({ ...common, message: `There is no target "${name}" in ${this.#file}.`, hint });
  }
}
