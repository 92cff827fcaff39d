import { dirname, join } from 'node:path';
import { listFoldersUp } from '../project/project.ts';
import { findStats } from '../text/read-text.ts';

const names = ['targets.yaml', 'targets.yml'];
const rootFolders = ['.turnwise', '.agentv'];

/**
 * The targets file that applies to a file: next to it, else in the nearest parent up to the project root, else in
 * `.turnwise/` or `.agentv/` of the root. Both paths are absolute.
 */
export function findTargetsFile(path: string, root: string): string | undefined {
  const folders = [...listFoldersUp(dirname(path), root), ...rootFolders.map((name) => join(root, name))];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find((candidate) => findStats(candidate)?.isFile() === true);
}
