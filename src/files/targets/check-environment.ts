import { type Problem, toWarning } from '../../base/fault.ts';
import { findKeyName, type TargetSpec } from '../../conversation/target-spec.ts';
import type { Environment } from '../project/read-env.ts';
import { listMissingVariables } from './environment.ts';
import type { TargetsFile } from './read-targets.ts';

/** A warning for each variable that a target names and that is not set. Values are never shown. */
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

/** Variables in its values, and the one that holds its key. */
function listMissingNames(spec: TargetSpec, env: Environment): readonly string[] {
  const key = findKeyName(spec);
  const isKeyMissing = key !== undefined && (env[key] ?? '') === '';
  return [...new Set([...listMissingVariables(spec, env), ...(isKeyMissing ? [key] : [])])];
}
