import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { needsNewerNode } from './node-version.mjs';

const script = fileURLToPath(new URL('./turnwise.mjs', import.meta.url));

/** Runs the command with the Node that tools/setup.mjs installed in the checkout, or says which Node it needs. */
export function runOnInstalledNode() {
  const node = findInstalledNode();
  if (!node) return refuse();
  // Listening comes first: a signal that arrived before would end us and leave the child behind.
  forwardSignals((signal) => child.kill(signal));
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], {
    // Through the channel the child notices when we are killed, and stops: see src/cli/system-io.ts.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TURNWISE_WRAPPED: '1' },
  });
  child.on('error', refuse);
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

function findInstalledNode() {
  const names = ['.bin/node', 'node/bin/node', 'node/bin/node.exe'];
  const paths = names.map((name) => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  // Already running on it: starting it again would never end.
  return found && realpathSync(found) !== realpathSync(process.execPath) ? found : undefined;
}

function forwardSignals(send) {
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C reaches the child from the terminal; sent twice it would read as "stop at once".
      if (signal !== 'SIGINT' || !hasTerminal) send(signal);
    });
  }
}

function refuse() {
  process.stderr.write(
    `${needsNewerNode}\nIn a checkout of Turnwise, install one for the checkout only: node tools/setup.mjs\n`,
  );
  process.exit(2);
}
