// Runs before `npm start`, `npm test` and `npm run bench`, on any Node from 18 and without any package. With --tests it
// also looks for the system programs that the tests need, and installs them where it can do so without asking.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runAlone } from './install/alone.mjs';
import { findNodeReason, installNode } from './install/local-node.mjs';
import { bundledNode } from './install/node-version.mjs';
import { findPackagesReason, installPackages } from './install/packages.mjs';
import { ensurePart } from './system-parts.mjs';

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url))).replace(/[\\/]$/, '');

function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

function setUp() {
  const packagesReason = findPackagesReason(root);
  const nodeReason = findNodeReason(root);
  // Another setup, for which this one waited, may have installed everything.
  if (!packagesReason && !nodeReason) return;
  const packages = packagesReason && `packages with npm ci (${packagesReason})`;
  const node = nodeReason && `Node ${bundledNode} (${nodeReason})`;
  say(`Installing ${[packages, node].filter(Boolean).join(' and ')}.`);
  if (packagesReason) installPackages(root);
  // npm ci removes this Node, because package.json does not list it.
  if (findNodeReason(root)) installNode(root);
}

try {
  if (findPackagesReason(root) || findNodeReason(root)) runAlone(root, say, setUp);
  if (process.argv.includes('--tests')) ensurePart('chromium');
} catch (error) {
  say(`${error.message}\nsetup: Fix this, then run: node tools/setup.mjs`);
  process.exitCode = 1;
}
