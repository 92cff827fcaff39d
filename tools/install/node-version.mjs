/** The Node that Turnwise needs; `engines` in package.json says the same to npm. */
export const oldestNode = '22.18';

/** The Node that is put into node_modules where the running one is older. */
export const bundledNode = '24.21.0';

/** Whether a version such as `20.20.2` is at least `oldestNode`. */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Ends a tool at once, with what to type, when plain `node` was used to start it and is too old. */
export function requireNode(command) {
  if (isNewEnough(process.versions.node)) return;
  process.stderr.write(
    `This is Node ${process.versions.node}. Turnwise needs ${oldestNode} or newer. ` +
      `Run: node tools/setup.mjs && ${command}\n`,
  );
  process.exit(2);
}
