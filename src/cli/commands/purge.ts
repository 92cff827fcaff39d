import { toUnknownItem } from '../../review/item-faults.ts';
import { findActor } from '../curation/find-actor.ts';
import { withCuration } from '../curation/with-curation.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';

interface PurgeCommand {
  readonly dataset: string;
  readonly id: string;
  readonly yes?: boolean;
  readonly user?: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** Erases an item with its revisions and labels. Nothing brings it back, so it is asked first. */
export async function purge({ dataset, id, ...command }: PurgeCommand, io: Io): Promise<ExitCode> {
  const actor = findActor(command.user, io);
  const key = { dataset, id };
  return withCuration(command, io, async ({ context: { store } }) => {
    if ((await store.items.find(key)) === undefined) throw toUnknownItem(key);
    if (command.yes !== true && !(await isSure(key, io))) {
      io.err('Nothing was deleted.\n');
      return 130;
    }
    if (!(await store.items.purge(key, actor))) throw toUnknownItem(key);
    io.out(
      command.json === true
        ? `${JSON.stringify({ purged: key })}\n`
        : `Permanently deleted "${id}" from dataset "${dataset}".\n`,
    );
    return 0;
  });
}

async function isSure({ dataset, id }: Pick<PurgeCommand, 'dataset' | 'id'>, io: Io): Promise<boolean> {
  if (!io.isInteractive) {
    throw usageFault('You cannot undo a purge.', 'Add --yes to confirm.');
  }
  const { confirm, isCancel } = await import('@clack/prompts');
  const message = `Erase "${id}" from dataset "${dataset}", including all revisions and labels? You cannot undo this.`;
  const answer = await confirm({ message, initialValue: false });
  return !isCancel(answer) && answer;
}
