import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type ESTree, type ParseResult, Visitor } from 'rolldown/utils';
import { parseSource } from '../parse-source.ts';

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
  /** How many names it defines for others, types included. */
  readonly exportCount: number;
  /** Lines of default exports. */
  readonly defaultExports: readonly number[];
  /** Lines of `export * from`, and line 1 of a file that only exports what others define. */
  readonly barrelExports: readonly number[];
}

export interface Violation {
  readonly path: string;
  /** Absent when the path is a folder. */
  readonly line?: number;
  readonly message: string;
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Written by a script: its length and its place say nothing about how people write. */
export function isGenerated({ path, text }: Pick<SourceFile, 'path' | 'text'>): boolean {
  return /\.(gen|generated)\.tsx?$/.test(path) || /^\/[/*].*@generated/.test(text);
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
  const parsed = parseSource(path, text);
  const { module } = parsed;
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  const own = exports.filter(({ moduleRequest, localName }) => !moduleRequest && !imported.has(localName.name ?? ''));
  const isFacade = exports.length > 0 && own.length === 0;
  const stars = exports.filter(({ importName }) => /^All/.test(importName.kind));
  return {
    path,
    text,
    imports: listImports(text, parsed),
    exportCount: own.length,
    defaultExports: exports
      .filter(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default')
      .map(({ start }) => toLine(text, start)),
    barrelExports: stars.length === 0 && isFacade ? [1] : stars.map(({ start }) => toLine(text, start)),
  };
}

function listImports(text: string, { module, program }: ParseResult): ImportSite[] {
  const statements = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  const requests = statements.flatMap(({ moduleRequest }) => moduleRequest ?? []);
  const found = requests.map(({ value, start }) => ({ specifier: value, start }));
  const add = ({ source }: { readonly source: ESTree.Expression }) => {
    if (source.type === 'Literal') found.push({ specifier: String(source.value), start: source.start });
  };
  // The list of statements has no `import('…')`, neither as a call nor as a type.
  if (/\bimport\(/.test(text)) new Visitor({ ImportExpression: add, TSImportType: add }).visit(program);
  const unique = new Map(found.map((site) => [site.start, site]));
  return [...unique.values()].map(({ specifier, start }) => ({ specifier, line: toLine(text, start) }));
}

function toLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
