import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { browserPackages, entries, type Layer, stages, studio, studioDoors, testPackages } from '../layers.ts';
import { type ImportSite, isTest, type SourceFile, type Violation } from './source-file.ts';

/** Checks each import of a file in src/ or web/ against the table. */
export function checkImports(file: SourceFile): Violation[] {
  const check = file.path.startsWith('src/') ? checkSourceImport : checkWebImport;
  if (!/^(src|web)\//.test(file.path)) return [];
  return file.imports.flatMap((site) => {
    const message = check(file.path, site);
    return message ? [{ path: file.path, line: site.line, message }] : [];
  });
}

/** Finds the file of the repository that an import names; undefined for packages and Node's own modules. */
export function findImportedPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (specifier === 'turnwise') return 'src/index.ts';
  return specifier.startsWith('turnwise/') ? `src/${specifier.slice('turnwise/'.length)}.ts` : undefined;
}

/** The stage of a path (`base`, `jobs/run`), or the entry file itself (`index.ts`); undefined outside src/. */
export function findPlace(path: string): string | undefined {
  const [top, place, inner] = path.split('/');
  if (top !== 'src') return undefined;
  return place === 'jobs' && inner !== undefined ? `jobs/${inner}` : place;
}

function findLayer(place: string): Layer | undefined {
  return Object.hasOwn(stages, place) ? stages[place] : Object.hasOwn(entries, place) ? entries[place] : undefined;
}

function checkSourceImport(from: string, { specifier }: ImportSite): string | undefined {
  const place = findPlace(from) ?? '';
  const layer = findLayer(place);
  if (!layer) return undefined;
  const path = findImportedPath(from, specifier);
  if (path) return checkPath(place, layer, path, isTest(from));
  return layer.browserSafe && !isTest(from) ? checkForBrowser(place, specifier) : undefined;
}

function checkPath(place: string, layer: Layer, path: string, fromTest: boolean): string | undefined {
  if (fromTest && /^test\/(support|fixtures)\//.test(path)) return undefined;
  const target = findPlace(path);
  if (target === undefined) return `${place} imports ${path}, which is outside src/`;
  if (target === place || layer.imports.includes(target)) return undefined;
  if (layer.imports.includes(path.slice('src/'.length))) return undefined;
  return `${place} imports ${path.slice('src/'.length)}; it may import ${layer.imports.join(' ') || 'nothing'}`;
}

function checkForBrowser(place: string, specifier: string): string | undefined {
  if (isBuiltin(specifier)) return `${place} is browser-safe and cannot import ${specifier}, which is part of Node`;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (browserPackages.includes(name)) return undefined;
  return `${place} is browser-safe and may import only ${browserPackages.join(' ')}, not ${name}`;
}

function checkWebImport(from: string, { specifier }: ImportSite): string | undefined {
  if (isTest(from) && (testPackages.includes(specifier) || isBuiltin(specifier))) return undefined;
  if (isBuiltin(specifier)) return `web cannot import ${specifier}, which is part of Node`;
  const path = findImportedPath(from, specifier);
  const fault = path ? findStudioFault(from, path) : findStudioPackageFault(from, specifier);
  const place = path && findPlace(path);
  if (fault || !place || findLayer(place)?.browserSafe) return fault;
  return `web imports ${path}, which is not browser-safe`;
}

const studioRoot = 'web/src/';
/** A file that imports it reads data. */
const reading = '@tanstack/react-query';

/** Finds what is wrong with a file of the Studio importing another one. */
function findStudioFault(from: string, path: string): string | undefined {
  if (!from.startsWith(studioRoot) || !path.startsWith(studioRoot) || isTest(from)) return undefined;
  const [own, other] = [from.slice(studioRoot.length), path.slice(studioRoot.length)];
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
function findStudioPackageFault(from: string, specifier: string): string | undefined {
  return from.startsWith(`${studioRoot}parts/`) && specifier === reading
    ? `parts show what they are given and cannot import ${reading}`
    : undefined;
}

/** The folder of a file; of a page, its own. */
function toPlace(path: string): string {
  return path.split('/', path.startsWith('pages/') ? 2 : 1).join('/');
}
