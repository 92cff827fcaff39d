import { definedOnly } from '../base/defined-only.ts';
import type { CertifiedTarget } from '../conversation/certificate.ts';
import { toSettingsHash } from '../conversation/target-request.ts';
import { findKeyName, type TargetSpec } from '../conversation/target-spec.ts';
import { type Environment, expandEnvironment, isSecretName, isSecretVariable } from '../files/project/environment.ts';
import { hashTargetFiles } from '../files/targets/target-files.ts';

/**
 * The target of a judge as certificates record it. Its variables are filled in, because another value makes another
 * judge. The model is in clear text, so that messages can name it. Files that the target names are hashed by content,
 * because an edited program is another judge. `folder`: the folder of the targets file.
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

/**
 * Secrets are not hashed: their variables stay as `${NAME}`, and environment variables of a program with such a name
 * are left out. The model is compared separately.
 */
function toHashedSpec(written: TargetSpec, env: Environment): TargetSpec {
  const keyName = findKeyName(written);
  const isPlain = ([name, value]: [string, string | undefined]) => name !== keyName && !isSecretVariable(name, value);
  const { spec } = expandEnvironment(written, Object.fromEntries(Object.entries(env).filter(isPlain)));
  const kept = Object.fromEntries(Object.entries(written).filter(([key]) => key === 'model'));
  const hashed = withOrigin({ ...spec, ...kept, ...toAddress(written, env) }, expandEnvironment(written, env).spec);
  if ('headers' in hashed) return { ...hashed, ...definedOnly({ headers: withoutSecrets(hashed.headers) }) };
  if (hashed.provider === 'command') return { ...hashed, ...definedOnly({ env: withoutSecrets(hashed.env) }) };
  return hashed;
}

/** A variable in place of the host. */
const openOrigin = /^(?:[a-z][\w+.-]*:\/\/)?[^/?#]*\$\{/i;

/** The address of a judge is hashed even if the name of its variable sounds like a secret. */
function withOrigin(hashed: TargetSpec, called: TargetSpec): TargetSpec {
  const addOrigin = (written: string, full: string | undefined) => {
    const origin = openOrigin.test(written) ? URL.parse(full ?? '')?.origin : undefined;
    return origin === undefined ? written : `${origin} ${written}`;
  };
  if (hashed.provider === 'http') {
    return { ...hashed, url: addOrigin(hashed.url, 'url' in called ? called.url : undefined) };
  }
  if (!('base_url' in hashed) || hashed.base_url === undefined) return hashed;
  return { ...hashed, base_url: addOrigin(hashed.base_url, 'base_url' in called ? called.base_url : undefined) };
}

function withoutSecrets(named: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  return named && Object.fromEntries(Object.entries(named).filter(([name]) => !isSecretName(name)));
}

/**
 * The address of the judge, because another address may have another model. An address with a password is hashed
 * without user and password.
 */
function toAddress(
  written: TargetSpec,
  env: Environment,
): { readonly base_url?: string; readonly resource?: string | undefined } {
  // Azure uses this variable if the target sets neither.
  if (written.provider === 'azure' && written.base_url === undefined && written.resource === undefined) {
    return definedOnly({ resource: env.AZURE_RESOURCE_NAME });
  }
  if (!('base_url' in written)) return {};
  const keyName = findKeyName(written);
  const isNamedPlain = ([name]: [string, unknown]) => name !== keyName && !isSecretName(name);
  const { spec } = expandEnvironment(written, Object.fromEntries(Object.entries(env).filter(isNamedPlain)));
  return spec.base_url === undefined ? {} : { base_url: spec.base_url.replace(/:\/\/[^/@\s]*@/, '://') };
}
