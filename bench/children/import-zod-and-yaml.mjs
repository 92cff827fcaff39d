// What a command that checks YAML files cannot do without, loaded the way bin/turnwise.mjs loads the package.
import module from 'node:module';

module.enableCompileCache();
await Promise.all([import('zod'), import('yaml')]);
