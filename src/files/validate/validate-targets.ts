import { findProjectRoot } from '../project/project.ts';
import { readEnvironment } from '../project/read-env.ts';
import { checkEnvironment } from '../targets/check-environment.ts';
import { readTargets } from '../targets/read-targets.ts';
import type { Validator } from './validator.ts';

/** Every target checked; variables that are not set are warnings, since they may be set where it runs. */
export const validateTargets: Validator = async (path, { cwd, env }, problems) => {
  const file = readTargets(path, cwd);
  problems.add(file.problems);
  problems.add(checkEnvironment(file, readEnvironment(findProjectRoot(path), env)));
  return file.targets.length;
};
