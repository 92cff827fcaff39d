import { studio, studioDoors } from '../layers.ts';
import { isTest } from './source-file.ts';

const root = 'web/src/';
/** Whoever imports it reads data. */
const reading = '@tanstack/react-query';

/** Finds what is wrong with a file of the Studio importing another one. */
export function findStudioFault(from: string, path: string): string | undefined {
  if (!from.startsWith(root) || !path.startsWith(root) || isTest(from)) return undefined;
  const [own, other] = [from.slice(root.length), path.slice(root.length)];
  const [place, target] = [toPlace(own), toPlace(other)];
  const folder = studio[place.split('/')[0] ?? ''];
  if (folder === undefined || place === target) return undefined;
  if (folder.imports.some((allowed) => other.startsWith(`${allowed}/`))) return undefined;
  if (place.startsWith('pages/') && target.startsWith('pages/')) {
    const isDoor = other.endsWith('-search.ts') || studioDoors.includes(other);
    return isDoor ? undefined : `${place} imports ${other}: what two pages share belongs in parts/ or data/`;
  }
  return `${place} imports ${other}; it may import ${folder.imports.join(' ') || 'nothing'}`;
}

/** Finds what is wrong with a file of the Studio importing a package. */
export function findStudioPackageFault(from: string, specifier: string): string | undefined {
  return from.startsWith(`${root}parts/`) && specifier === reading
    ? `parts show what they are given and cannot import ${reading}`
    : undefined;
}

/** The folder of a file; of a page, its own. */
function toPlace(path: string): string {
  return path.split('/', path.startsWith('pages/') ? 2 : 1).join('/');
}
