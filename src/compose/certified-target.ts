import { definedOnly } from '../base/defined-only.ts';
import type { CertifiedTarget } from '../conversation/certificate.ts';
import { toSettingsHash } from '../conversation/target-identity.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { Environment } from '../files/project/read-env.ts';
import { expandEnvironment } from '../files/targets/environment.ts';
import { hashTargetFiles } from './target-files.ts';

/**
 * A judge as certificates know it. The settings are hashed as they are written: what machines fill in differently, such
 * as an address, makes no other judge, and no secret is hashed. Only the model is named as it is called, since a
 * variable that names another one makes another judge. A program that was rewritten is another judge, too: files that the
 * target names are hashed by their content. `folder` is that of the targets file.
 */
export function readCertifiedTarget(written: TargetSpec, env: Environment, folder: string): CertifiedTarget {
  const { spec } = expandEnvironment(written, env);
  return {
    id: spec.id,
    provider: spec.provider,
    ...definedOnly({ model: 'model' in spec ? spec.model : undefined }),
    settingsHash: toSettingsHash(written, hashTargetFiles(spec, folder)),
  };
}
