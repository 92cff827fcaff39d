/** The Node that Turnwise needs; `engines` in package.json says the same to npm. */
export const oldestNode = '22.18';

/** The Node that setup installs in node_modules if the running one is older. */
export const bundledNode = '24.21.0';

/** Whether a version such as `20.20.2` is at least `oldestNode`. */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Stops a tool that was started with a Node that is too old, and says which command to run. */
export function requireNode(command) {
  if (isNewEnough(process.versions.node)) return;
  process.stderr.write(
    `Turnwise needs Node ${oldestNode} or newer. This is Node ${process.versions.node}. ` +
      `Run: node tools/setup.mjs && ${command}\n`,
  );
  process.exit(2);
}
