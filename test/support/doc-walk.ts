import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { validateFile } from '../../src/files/validate/validate-files.ts';
import { toComparable } from './comparable-output.ts';
import type { DocBlock } from './doc-blocks.ts';
import { type DocFile, type DocProject, findFile, isRun } from './doc-projects.ts';
import { plainEnvironment } from './examples.ts';
import { cutToExcerpt } from './excerpt.ts';

/** What a command prints on stdout and stderr, in this order, as a terminal shows it. */
export interface Printed {
  readonly text: string;
  readonly code: number;
}

/** Where the blocks of a page are played: in this process on the sources, or with an installed package. */
export interface DocWorld {
  /** Runs `turnwise` with these arguments. */
  readonly run: (args: readonly string[], cwd: string) => Promise<Printed>;
  /** A folder with a copy of `examples/`, so that runs are not recorded in the original. */
  readonly copyExamples: () => string;
  /** The program of a `ts run` block with imports that can be resolved. */
  readonly toProgram: (text: string) => string;
  /** Takes the right text of a block that differs. Without it, the difference fails the test. */
  readonly rewrite?: (block: DocBlock, text: string) => void;
  /** Called after each step of a walk, with the folder of the next step. */
  readonly afterStep?: (block: DocBlock, here: string) => Promise<void>;
}

export function placeOf({ page, line }: DocBlock): string {
  return `${page}:${line}`;
}

/** The files of a project by name, to write them into its folder. */
export function toContents({ files, title }: DocProject): Readonly<Record<string, string>> {
  const names = files.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw new Error(`${title}: two blocks are the same file: ${names.join(', ')}`);
  return Object.fromEntries(files.map(({ name, block }) => [name, `${block.text}\n`]));
}

/** A block tagged `bad` must have an error, one tagged `warns` a warning, any other no problem at all. */
export async function reportFile({ name, block }: DocFile, folder: string, env: Record<string, string>) {
  const { problems } = await validateFile(join(folder, name), { cwd: folder, env });
  const worst = problems.some(({ severity }) => severity === 'error') ? 'bad' : problems.length > 0 ? 'warns' : 'good';
  const wanted = ['bad', 'warns'].find((tag) => block.tags.includes(tag)) ?? 'good';
  const details = worst === wanted ? [] : problems.map(({ message }) => message);
  return { found: [placeOf(block), worst, ...details], wanted: [placeOf(block), wanted] };
}

/** Checks every command and program of a project whose files are in `folder`. */
export async function checkRuns({ blocks }: DocProject, folder: string, world: DocWorld): Promise<void> {
  for (const [index, block] of blocks.entries()) await checkRun({ block, next: blocks[index + 1] }, folder, world);
}

/** Follows a walk step by step from the folder `start`, and checks what each step shows. */
export async function followWalk({ blocks }: DocProject, start: string, world: DocWorld): Promise<void> {
  let here = start;
  for (const [index, block] of blocks.entries()) {
    const [, moved] = block.language === 'console' ? (/^\$ cd (\S+)$/.exec(block.text) ?? []) : [];
    if (moved === undefined) await checkRun({ block, next: blocks[index + 1] }, here, world);
    else here = join(here, moved);
    const file = findFile(block);
    if (file !== undefined) await writeStep(file, here);
    await world.afterStep?.(block, here);
  }
  expect(existsSync(here)).toBe(true);
}

async function writeStep(file: DocFile, here: string): Promise<void> {
  const path = join(here, file.name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${file.block.text}\n`);
  if (file.kind === undefined) return;
  const { found, wanted } = await reportFile(file, here, plainEnvironment);
  expect(found).toEqual(wanted);
}

function findFolder({ tags }: DocBlock, folder: string, { copyExamples }: DocWorld): string {
  return tags.includes('repository') ? copyExamples() : folder;
}

interface Step {
  readonly block: DocBlock;
  /** Shows what the block prints if that is a program. */
  readonly next: DocBlock | undefined;
}

async function checkRun({ block, next }: Step, folder: string, world: DocWorld): Promise<void> {
  if (block.language === 'console') await checkConsole(block, folder, world);
  else if (isRun(block)) checkProgram({ block, next }, folder, world);
}

function checkProgram({ block, next }: Step, folder: string, world: DocWorld): void {
  const file = join(findFolder(block, folder, world), 'example.mts');
  writeFileSync(file, world.toProgram(block.text));
  const printed = execFileSync(process.execPath, [file], { cwd: dirname(file), encoding: 'utf8' }).trimEnd();
  if (next !== undefined && world.rewrite !== undefined) world.rewrite(next, printed);
  else expect(printed, placeOf(block)).toBe(next?.text);
}

async function checkConsole(block: DocBlock, folder: string, world: DocWorld): Promise<void> {
  const printed = await playConsole(block, findFolder(block, folder, world), world);
  const shown = toComparable(block.text);
  const found = cutToExcerpt(shown, toComparable(printed));
  if (world.rewrite !== undefined && found !== shown) world.rewrite(block, printed);
  else expect(found, placeOf(block)).toBe(shown);
}

/** The block as it would look if its commands were typed now: `$ turnwise …` lines, each with what it prints. */
async function playConsole(block: DocBlock, cwd: string, { run }: DocWorld): Promise<string> {
  const commands = block.text.split('\n').filter((line) => line.startsWith('$ '));
  const parts: string[] = [];
  let exitCode = 0;
  for (const command of commands) {
    const [, program, ...args] = command.split(' ');
    if (command === '$ echo $?') {
      parts.push(`${command}\n${exitCode}`);
      continue;
    }
    if (program !== 'turnwise') throw new Error(`${placeOf(block)}: only turnwise commands can be checked`);
    const { text, code } = await run(args, cwd);
    exitCode = code;
    parts.push(`${command}\n${text.trimEnd()}`);
  }
  return parts.join('\n\n');
}
