// Runs before `npm start`, `npm test` and `npm run bench`, on any Node from 18 and without any package. With --tests it
// also looks for the system programs that the tests need, and installs them where it can do so without asking.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runAlone } from './install/alone.mjs';
import { findNodeReason, installNode } from './install/local-node.mjs';
import { findPackagesReason, installPackages } from './install/packages.mjs';
import { ensurePart } from './system-parts.mjs';

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url))).replace(/[\\/]$/, '');

function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

function setUp() {
  const packagesReason = findPackagesReason(root);
  if (packagesReason) installPackages(root, say, packagesReason);
  const nodeReason = findNodeReason(root);
  if (nodeReason) installNode(root, say, nodeReason);
}

try {
  if (findPackagesReason(root) || findNodeReason(root)) runAlone(root, say, setUp);
  if (process.argv.includes('--tests')) ensurePart('chromium');
} catch (error) {
  say(`${error.message}\nsetup: Fix this, then run: node tools/setup.mjs`);
  process.exitCode = 1;
}
