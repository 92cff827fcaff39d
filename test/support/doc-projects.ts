import type { DocBlock } from './doc-blocks.ts';

/** The kinds of files that blocks can be, with the name a block gets that names none. */
const fileNames: Readonly<Record<string, (language: string) => string>> = {
  eval: (language) => `example.eval.${language}`,
  samples: (language) => `example.samples.${language}`,
  deck: () => 'example.deck.md',
  targets: () => 'targets.yaml',
  config: () => '.turnwise/config.yaml',
  items: (language) => `example.items.${language}`,
};

/** A block that is a file of a project. `kind` is undefined for files that are only attached or included. */
export interface DocFile {
  readonly name: string;
  readonly kind: string | undefined;
  readonly block: DocBlock;
}

/** The blocks of one section of a page, or of a page that is one walk. */
export interface DocProject {
  readonly title: string;
  readonly files: readonly DocFile[];
  readonly blocks: readonly DocBlock[];
}

/** Groups blocks by section. Sections that have nothing to check are left out. */
export function listDocProjects(blocks: readonly DocBlock[]): readonly DocProject[] {
  const sections = Map.groupBy(blocks, ({ page, section }) => `${page}:${section}`);
  const projects = [...sections.values()].map((list) => ({
    title: `${list[0]?.page}:${list[0]?.line}`,
    files: list.flatMap(toFile),
    blocks: list,
  }));
  return projects.filter(({ files, blocks: list }) => files.length > 0 || list.some(isRun));
}

/** A block that is a file, or undefined. */
export function findFile(block: DocBlock): DocFile | undefined {
  return toFile(block)[0];
}

export function isRun({ language, tags }: DocBlock): boolean {
  return language === 'console' || tags.includes('run');
}

function toFile(block: DocBlock): readonly DocFile[] {
  const kind = block.tags.find((tag) => Object.hasOwn(fileNames, tag));
  const name = block.options.get('file') ?? (kind === undefined ? undefined : fileNames[kind]?.(block.language));
  return name === undefined ? [] : [{ name, kind, block }];
}

/** Whether a block is text that some test reads, or says that it is only a piece of a file. */
export function isAccountedFor(block: DocBlock): boolean {
  if (['sh', 'text'].includes(block.language)) return true;
  return (
    ['fragment', 'messages', 'answer'].some((tag) => block.tags.includes(tag)) ||
    isRun(block) ||
    toFile(block).length > 0
  );
}

/** The eval file that an output block is about: the last one above it in its section. */
export function getEvalAbove({ files, title }: DocProject, output: DocBlock): DocFile {
  const found = files.findLast(({ kind, block }) => kind === 'eval' && block.line < output.line);
  if (found === undefined) throw new Error(`${title}: no eval file stands above the output in line ${output.line}`);
  return found;
}
