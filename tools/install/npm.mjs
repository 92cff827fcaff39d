import { spawnSync } from 'node:child_process';
import { delimiter, join, sep } from 'node:path';

const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/** Runs npm in `root`, silently; on failure, or after `timeout` ms, throws with npm's own output in the message. */
export function runNpm(root, args, { timeout } = {}) {
  const [program, ...first] = findNpm(root);
  const result = spawnSync(program, [...first, ...args, ...quiet], {
    cwd: root,
    env: outsideEnvironment(root),
    encoding: 'utf8',
    timeout,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (result.status === 0) return;
  const reason = result.error?.message ?? result.signal ?? `exit ${result.status}`;
  throw new Error(`npm ${args.join(' ')} failed (${reason}).\n${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd());
}

/** Whether a path is in the node_modules of `root`. */
export function isInstalledHere(root, path) {
  return path.startsWith(join(root, 'node_modules') + sep);
}

// npm may remove the Node in node_modules while it works, so it never runs on that one.
function findNpm(root) {
  const cli = process.env.npm_execpath;
  if (!cli?.endsWith('npm-cli.js')) return ['npm'];
  const nodes = [process.env.npm_node_execpath, process.execPath];
  return [nodes.find((path) => path && !isInstalledHere(root, path)) ?? 'node', cli];
}

function outsideEnvironment(root) {
  const environment = { ...process.env };
  const key = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const ours = join(root, 'node_modules', '.bin');
  const folders = (environment[key] ?? '').split(delimiter);
  environment[key] = folders.filter((folder) => folder !== ours).join(delimiter);
  return environment;
}
