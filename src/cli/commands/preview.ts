import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type FileKind, getKind } from '../../files/project/file-kind.ts';
import { namingFormat } from '../../files/project/foreign-file.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';
import type { PreviewCommand } from '../preview/preview-command.ts';
import { isRunName } from '../show/run-name.ts';

/** Prints the exact request of a file. It executes nothing and calls no target. */
export async function preview(command: PreviewCommand, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, command.file);
  checkFile(command.file, path);
  const kind = await getKind(path, io.cwd);
  checkOptions(kind, command);
  return namingFormat({ path, shown: command.file }, () => previewKind(kind, path, { command, io }));
}

interface PreviewTools {
  readonly command: PreviewCommand;
  readonly io: Io;
}

async function previewKind(kind: FileKind, path: string, { command, io }: PreviewTools): Promise<ExitCode> {
  if (kind === 'eval') return (await import('../preview/preview-eval.ts')).previewEval(path, command, io);
  if (kind === 'deck') return (await import('../preview/preview-deck.ts')).previewDeck(path, command, io);
  if (kind === 'samples') return (await import('../preview/preview-samples.ts')).previewSamples(path, command, io);
  if (kind === 'items') return (await import('../preview/preview-items.ts')).previewItems(path, command, io);
  if (kind === 'conversations') {
    const hint = `Import it first: turnwise import ${quoteArgument(command.file)}`;
    throw new Fault({
      code: 'SHOW_NOT_SHOWABLE',
      message: `"${command.file}" has the format of another program.`,
      hint,
    });
  }
  throw new Fault({
    code: 'SHOW_NOT_SHOWABLE',
    message: `"${command.file}" is a ${kind} file. It contains no conversation to preview.`,
    hint: `Run: turnwise validate ${quoteArgument(command.file)}`,
  });
}

/** The name of a run belongs to `show`, unless a file has that name. */
function checkFile(file: string, path: string): void {
  if (!isRunName(file) || existsSync(path)) return;
  const hint = `Run: turnwise show ${quoteArgument(file)}`;
  if (file.startsWith('run:')) throw usageFault(`"${file}" is a run. \`turnwise preview\` reads files.`, hint);
  throw new Fault({
    code: 'FILE_MISSING',
    message: `There is no file "${file}".`,
    hint: `Use a file such as my.eval.yaml. To see a run: turnwise show ${quoteArgument(file)}`,
  });
}

const fits = {
  case: ['eval', 'items'],
  target: ['eval'],
  messages: ['eval'],
  question: ['eval'],
  sample: ['deck', 'samples'],
  db: ['eval'],
} as const;

/** Throws a Fault for an option that would be ignored. */
function checkOptions(kind: FileKind, command: PreviewCommand): void {
  for (const [option, kinds] of Object.entries(fits)) {
    if (!(option in command) || kinds.some((name) => name === kind)) continue;
    const hasSamples = kind === 'deck' || kind === 'samples';
    throw usageFault(
      `--${option} does not work with ${kind === 'eval' ? 'an' : 'a'} ${kind} file.`,
      hasSamples ? 'Remove it, or use --sample <id>.' : 'Remove it, or use --case <id>.',
    );
  }
}
