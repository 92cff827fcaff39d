import { hasError, type Problem, toWarning } from '../../base/fault.ts';
import { findKeyName, type TargetSpec } from '../../conversation/target-spec.ts';
import { readDeck } from '../deck/read-deck.ts';
import { readConfig } from '../project/config.ts';
import { type Environment, listMissingVariables, readEnvironment } from '../project/environment.ts';
import { type FileKind, getKind } from '../project/file-kind.ts';
import { findForeignProblem } from '../project/foreign-file.ts';
import { findProjectRoot, toShownFile } from '../project/project.ts';
import { openItems } from '../read-items.ts';
import { readSamples } from '../samples/read-samples.ts';
import { readTargets, type TargetsFile } from '../targets/read-targets.ts';
import { validateConversations } from './validate-conversations.ts';
import { ProblemList, type ValidateOptions, type Validator, validateEval } from './validate-eval.ts';

/** Checks every target. Unset variables are warnings, because they may be set where the targets run. */
const validateTargets: Validator = async (path, { cwd, env }, problems) => {
  const file = readTargets(path, cwd);
  problems.add(file.problems);
  problems.add(checkEnvironment(file, readEnvironment(findProjectRoot(path), env)));
  return file.targets.length;
};

/** Warns about each unset variable of a target. Values are never shown. */
export function checkEnvironment(
  { targets, placeOf }: Pick<TargetsFile, 'targets' | 'placeOf'>,
  env: Environment,
): readonly Problem[] {
  return targets.flatMap((spec) =>
    listMissingNames(spec, env).map((name) => {
      const message = `The environment variable ${name} of target "${spec.id}" is not set.`;
      const hint = `Set it, or add ${name}=… to .env in the project root.`;
      return toWarning({ code: 'TARGETS_ENV_MISSING', message, hint, reading: 'targets YAML', ...placeOf(spec.id) });
    }),
  );
}

/** Variables in its texts, and the one for its key. */
function listMissingNames(spec: TargetSpec, env: Environment): readonly string[] {
  const key = findKeyName(spec);
  const isKeyMissing = key !== undefined && (env[key] ?? '') === '';
  return [...new Set([...listMissingVariables(spec, env), ...(isKeyMissing ? [key] : [])])];
}

/** The result for one file. `count`: its cases, samples, items or targets. */
export interface FileReport {
  readonly file: string;
  readonly kind: FileKind | null;
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** Reads a file and reports all of its problems. Executes nothing. */
export async function validateFile(path: string, options: ValidateOptions): Promise<FileReport> {
  const file = toShownFile(path, options.cwd);
  const problems = new ProblemList(file);
  let kind: FileKind | null = null;
  let count = 0;
  await problems.collect(async () => {
    kind = await getKind(path, options.cwd);
    count = await validators[kind](path, options, problems);
  });
  const found = problems.toArray();
  const foreign = hasError(found) ? findForeignProblem({ path, shown: file }, { hasReader: true }) : undefined;
  // One problem that names the format says more than one per key.
  if (foreign !== undefined) return { file, kind: null, count: 0, problems: [foreign] };
  return { file, kind, count, problems: found };
}

const validators: Readonly<Record<FileKind, Validator>> = {
  eval: validateEval,
  targets: validateTargets,
  samples: async (path, options, problems) => {
    const reading = await readSamples(path, options);
    problems.add(reading.problems);
    return reading.samples.length;
  },
  deck: async (path, options, problems) => {
    const reading = readDeck(path, options);
    problems.add(reading.problems);
    return reading.deck?.samples.length ?? 0;
  },
  items: async (path, options, problems) => {
    const items = openItems(path, options.cwd);
    problems.add(items.problems);
    let count = 0;
    await problems.collect(async () => {
      for await (const { item, problems: found } of items.readItems()) {
        if (item !== undefined) count += 1;
        problems.add(found);
        if (problems.isFull) break;
      }
    });
    return count;
  },
  conversations: validateConversations,
  config: async (path, options, problems) => {
    problems.add(readConfig(path, options.cwd).problems);
    return 0;
  },
};
