import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Export, type Import, parse } from 'es-module-lexer';

/** One import of a file, whatever its form: static, type-only, re-export, dynamic, or `import('…')` as a type. */
export interface ImportSite {
  readonly specifier: string;
  readonly line: number;
}

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportSite[];
  /** Lines of default exports. */
  readonly defaultExports: readonly number[];
  /** Lines of `export * from`, and line 1 of a file that does nothing but export what others hold. */
  readonly barrelExports: readonly number[];
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Reads every source file of the repository, in the order of their paths. */
export function readSourceFiles(root: string): SourceFile[] {
  const patterns = [
    '{src,tools,test,bench}/**/*.{ts,mjs}',
    'web/{src,page,report,calibration}/**/*.{ts,tsx}',
    'bin/*.mjs',
  ];
  const paths = globSync(patterns, { cwd: root }).map((path) => path.split(sep).join('/'));
  const ours = paths.filter((path) => !path.startsWith('test/fixtures/') && !/\.d\.m?ts$/.test(path));
  return ours.sort().map((path) => toSourceFile(path, readFileSync(join(root, path), 'utf8')));
}

export function toSourceFile(path: string, text: string): SourceFile {
  if (path.endsWith('.tsx')) return { path, text, imports: scanImports(text), defaultExports: [], barrelExports: [] };
  const [imports, exports, isFacade] = parse(text, path);
  return {
    path,
    text,
    imports: toImportSites(text, imports),
    defaultExports: exports
      .filter((item) => 'name' in item && item.name === 'default')
      .map(({ start }) => toLine(text, start)),
    barrelExports: toBarrelLines(text, imports, exports, isFacade),
  };
}

function toBarrelLines(text: string, imports: readonly Import[], exports: readonly Export[], isFacade: boolean) {
  const stars = imports.filter((site) => /^export\s*(type\s*)?\*/.test(text.slice(site.importStart, site.importEnd)));
  const lines = stars.map((site) => toLine(text, site.importStart));
  const isBarrel = isFacade && exports.length > 0 && exports.every(({ type }) => type !== 'direct');
  return lines.length === 0 && isBarrel ? [1] : lines;
}

function toImportSites(text: string, imports: readonly Import[]): ImportSite[] {
  const sites = imports.flatMap(({ specifier, start }) =>
    specifier ? [{ specifier, line: toLine(text, start) }] : [],
  );
  const known = new Set(sites.map(({ specifier }) => specifier));
  // The lexer passes over import('…') inside type declarations.
  return [...sites, ...scanImportCalls(text).filter(({ specifier }) => !known.has(specifier))];
}

/** JSX is beyond the lexer, so files that hold it are searched for the statements as they are written. */
function scanImports(text: string): ImportSite[] {
  const statements = text.matchAll(/^(?:import|(?:import|export)\b[^'"`;=(]*?\bfrom)\s*['"]([^'"]+)['"]/gm);
  const sites = [...statements].map((match) => toSite(text, match));
  return [...sites, ...scanImportCalls(text)];
}

function scanImportCalls(text: string): ImportSite[] {
  const calls = text.matchAll(/^(?!\s*(?:\/\/|\/?\*)).*?\bimport\(\s*['"]([^'"]+)['"]/gm);
  return [...calls].map((match) => toSite(text, match));
}

function toSite(text: string, match: RegExpExecArray): ImportSite {
  return { specifier: match[1] ?? '', line: toLine(text, match.index + match[0].length) };
}

function toLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
