import { definedOnly } from '../base/defined-only.ts';
import type { CertifiedTarget } from '../conversation/certificate.ts';
import { toSettingsHash } from '../conversation/target-identity.ts';
import { findKeyName, type TargetSpec } from '../conversation/target-spec.ts';
import type { Environment } from '../files/project/read-env.ts';
import { expandEnvironment } from '../files/targets/environment.ts';
import { isSecretName, isSecretVariable } from './secret-name.ts';
import { hashTargetFiles } from './target-files.ts';

/**
 * A judge as certificates know it, with its variables filled in: another value makes another judge. The model stands in
 * the clear, so that it can be named when it changed. A program that was rewritten is another judge, too: files that the
 * target names are hashed by their content. `folder` is that of the targets file.
 */
export function readCertifiedTarget(written: TargetSpec, env: Environment, folder: string): CertifiedTarget {
  const { spec } = expandEnvironment(written, env);
  return {
    id: spec.id,
    provider: spec.provider,
    ...definedOnly({ model: 'model' in spec ? spec.model : undefined }),
    settingsHash: toSettingsHash(toHashedSpec(written, env), hashTargetFiles(spec, folder)),
  };
}

/** The model is compared by itself; where a model is reached differs from machine to machine and makes no other judge. */
const asWritten: readonly string[] = ['model', 'base_url', 'resource'];

/** Secrets are not hashed: variables that hold one stay as `${NAME}`, and what a program gets under such a name is left out. */
function toHashedSpec(written: TargetSpec, env: Environment): TargetSpec {
  const keyName = findKeyName(written);
  const isPlain = ([name, value]: [string, string | undefined]) => name !== keyName && !isSecretVariable(name, value);
  const { spec } = expandEnvironment(written, Object.fromEntries(Object.entries(env).filter(isPlain)));
  const kept = Object.fromEntries(Object.entries(written).filter(([key]) => asWritten.includes(key)));
  const hashed = { ...spec, ...kept };
  if (hashed.provider !== 'command' || hashed.env === undefined) return hashed;
  return { ...hashed, env: Object.fromEntries(Object.entries(hashed.env).filter(([name]) => !isSecretName(name))) };
}
