/**
 * Says how the installed tree differs from the lock file, or undefined when it does not.
 * Optional packages are left out: which of them are there depends on the platform.
 */
export function findDifference(lock, installed, hasFolder) {
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder === '' || entry.optional || entry.link) continue;
    const name = folder.replace(/^.*node_modules\//, '');
    const found = installed.packages[folder];
    if (!found || !hasFolder(folder)) return `${name} is not installed`;
    if (found.version !== entry.version) return `${name} is ${found.version}, package-lock.json has ${entry.version}`;
  }
  return undefined;
}

/** Names the first dependency that package.json and the lock file ask for differently, or undefined. */
export function findDrift(manifest, lock) {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const wanted = manifest[group] ?? {};
    const locked = lock.packages['']?.[group] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name]) return name;
    }
  }
  return undefined;
}
