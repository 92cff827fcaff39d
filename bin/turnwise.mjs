#!/usr/bin/env node
// Runs on any Node from 14 on, so that an old one prints a sentence and not a syntax error.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { isNewEnough } from './node-version.mjs';

if (isNewEnough) {
  if (module.enableCompileCache) module.enableCompileCache();
  // A checkout that was not built runs its source.
  const built = new URL('../dist/command/main.js', import.meta.url);
  import(existsSync(built) ? built : new URL('../src/main.ts', import.meta.url));
} else {
  import('./older-node.mjs').then(({ runOnInstalledNode }) => runOnInstalledNode());
}
