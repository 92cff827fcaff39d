import { findProjectRoot } from '../project/project.ts';
import { readEnvironment } from '../project/read-env.ts';
import { checkEnvironment } from '../targets/check-environment.ts';
import { readTargets } from '../targets/read-targets.ts';
import type { Validated, ValidateOptions } from './validated.ts';

/** Every target checked; variables that are not set are warnings, since they may be set where it runs. */
export async function validateTargets(path: string, { cwd, env }: ValidateOptions): Promise<Validated> {
  const file = readTargets(path, cwd);
  const missing = checkEnvironment(file, readEnvironment(findProjectRoot(path), env));
  return { count: file.targets.length, problems: [...file.problems, ...missing] };
}
