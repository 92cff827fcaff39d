// The imports that a command needs at least to check YAML files, loaded as bin/turnwise.mjs loads the package.
import module from 'node:module';

module.enableCompileCache();
await Promise.all([import('zod'), import('yaml')]);
