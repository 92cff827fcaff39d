import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type FileKind, getKind } from '../../files/project/file-kind.ts';
import type { ExitCode, Io } from '../io.ts';
import type { ShowCommand } from '../show/show-command.ts';
import { usageFault } from '../usage-fault.ts';

/** Prints what a file would ask. Executes nothing and calls nobody. */
export async function show(command: ShowCommand, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, command.file);
  const kind = await getKind(path, io.cwd);
  checkOptions(kind, command);
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

/** An option that would be ignored is a misunderstanding, and is told. */
function checkOptions(kind: FileKind, command: ShowCommand): void {
  const fits = { case: ['eval', 'items'], messages: ['eval'], sample: ['deck', 'samples'] } as const;
  for (const [option, kinds] of Object.entries(fits)) {
    if (!(option in command) || kinds.some((name) => name === kind)) continue;
    const better = kind === 'deck' || kind === 'samples' ? 'Type --sample <id>.' : 'Leave it out, or type --case <id>.';
    throw usageFault(`--${option} does not go with ${kind === 'eval' ? 'an' : 'a'} ${kind} file.`, better);
  }
}
