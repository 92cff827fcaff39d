import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { getKind } from '../../files/project/file-kind.ts';
import type { ExitCode, Io } from '../io.ts';
import type { ShowCommand } from '../show/show-command.ts';

/** Prints what a file would ask. Executes nothing and calls nobody. */
export async function show(command: ShowCommand, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, command.file);
  const kind = await getKind(path, io.cwd);
  if (kind === 'eval') return (await import('../show/show-eval.ts')).showEval(path, command, io);
  if (kind === 'deck') return (await import('../show/show-deck.ts')).showDeck(path, command, io);
  if (kind === 'samples') return (await import('../show/show-samples.ts')).showSamples(path, command, io);
  if (kind === 'items') return (await import('../show/show-items.ts')).showItems(path, command, io);
  throw new Fault({
    code: 'SHOW_NOT_SHOWABLE',
    message: `"${command.file}" is a ${kind} file; there is no conversation in it to show.`,
    hint: `Type: turnwise validate ${command.file}`,
  });
}
