import { Fault, type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { EvalHead } from '../eval/eval-shape.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import type { EvalFile } from '../eval/read-eval.ts';
import { toShownFile } from '../project/project.ts';
import { findTargetsFile } from '../targets/find-targets.ts';
import { readTargets, type TargetsFile } from '../targets/read-targets.ts';
import type { ValidateOptions } from './validator.ts';

/** The id of a target, and where it is named. */
export interface TargetName {
  readonly name: string;
  readonly path: readonly PathSegment[];
  /** The file that names it, when that is not the eval file. */
  readonly from?: string;
}

export function listHeadNames({ target, judge, targets = [] }: EvalHead): readonly TargetName[] {
  const many = targets.map((name, index) => ({ name, path: ['targets', index] }));
  return [...toName(target, ['target']), ...toName(judge, ['judge']), ...many];
}

export function listCaseNames({ targets = [], simulate }: EvalCase): readonly TargetName[] {
  const many = targets.map((name, index) => ({ name, path: ['targets', index] }));
  return [...many, ...toName(simulate?.target, ['simulate', 'target'])];
}

export function listGraderNames(graders: readonly PlacedGrader[]): readonly TargetName[] {
  return graders.flatMap(({ grader, path }) => toName(grader.target, [...path, 'target']));
}

function toName(name: string | undefined, path: readonly PathSegment[]): readonly TargetName[] {
  return name === undefined ? [] : [{ name, path }];
}

/** Targets of the project count where the file names none. */
export function listProjectNames({ head, projectTargets = [] }: EvalFile): readonly TargetName[] {
  if (head.targets !== undefined || head.target !== undefined) return [];
  return projectTargets.map((name) => ({ name, path: [], from: '.turnwise/config.yaml' }));
}

/** The targets file that applies to an eval. Each unknown name is reported once. */
export class NamedTargets {
  /** What is wrong with the targets file itself. */
  readonly fileProblems: readonly Problem[];
  /** Targets that can be called, by id. */
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly #reading: string;
  readonly #file: string | undefined;
  /** Undefined when there is no readable file, so that names cannot be checked. */
  readonly #known: ReadonlySet<string> | undefined;
  readonly #reported = new Set<string>();

  constructor(evalFile: EvalFile, { cwd, targetsFile }: Pick<ValidateOptions, 'cwd' | 'targetsFile'>) {
    const path = targetsFile?.path ?? findTargetsFile(evalFile.path, evalFile.root);
    this.#reading = evalFile.reading;
    this.#file = path === undefined ? undefined : toShownFile(path, cwd);
    const { known, specs, problems } =
      path === undefined ? noNames : readNames(() => targetsFile ?? readTargets(path, cwd));
    this.#known = known;
    this.specs = specs;
    this.fileProblems = problems;
  }

  check(names: readonly TargetName[], placeOf: (path: readonly PathSegment[]) => Place): readonly Problem[] {
    if (this.#file !== undefined && this.#known === undefined) return [];
    const unknown = names.filter(({ name }) => this.#known?.has(name) !== true && !this.#reported.has(name));
    return unknown.map(({ name, path, from }) => {
      this.#reported.add(name);
      return this.#toProblem(name, placeOf(path), from === undefined ? '' : ` (named in ${from})`);
    });
  }

  #toProblem(name: string, place: Place, by: string): Problem {
    const common = { code: 'TARGET_UNKNOWN', reading: this.#reading, ...place } as const;
    if (this.#known === undefined) {
      const message = `Cannot check the target "${name}"${by}, because there is no targets.yaml.`;
      return toWarning({ ...common, message, hint: 'Create one. `turnwise init` writes an example.' });
    }
    const hint = suggestFrom(name, [...this.#known]);
    return toError({ ...common, message: `There is no target "${name}"${by} in ${this.#file}.`, hint });
  }
}

interface ReadNames {
  readonly known: ReadonlySet<string> | undefined;
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly problems: readonly Problem[];
}

const noNames: ReadNames = { known: undefined, specs: new Map(), problems: [] };

function readNames(read: () => TargetsFile): ReadNames {
  try {
    const { targets, unusable, problems } = read();
    const known = new Set([...targets, ...unusable].map(({ id }) => id));
    const specs = new Map(targets.map((spec) => [spec.id, spec]));
    return { known: known.size === 0 && problems.length > 0 ? undefined : known, specs, problems };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...noNames, problems: error.problems };
  }
}
