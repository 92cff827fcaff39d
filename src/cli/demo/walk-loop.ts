import { importFiles } from '../commands/import.ts';
import { preview } from '../commands/preview.ts';
import { run } from '../commands/run.ts';
import type { ImportCommand } from '../curation/import-command.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';
import { findNamedRun, listenTo } from './named-run.ts';
import { printWaiting } from './print-waiting.ts';
import { teamDataset as dataset, lead, queueItems } from './seed-team.ts';

const items = 'examples/curated/support.items.jsonl';
const evalFile = 'examples/curated/curated.eval.yaml';
/** What failed is kept apart, so that the demo plays the same cases at every start. */
const failed = 'support-failed';

type Store = DemoRecords['store'];

/** The loop: ground truth is imported and played, what fails comes back to people. */
export async function walkLoop(walk: DemoWalk, store: Store): Promise<void> {
  await walk.step({
    title: 'Ground truth keeps sources, tags and an answer key with each turn.',
    line: `preview ${items} --case broken-glasses`,
    play: (io) => preview({ file: items, case: ['broken-glasses'] }, io),
  });
  await walk.step({
    title: 'It is brought into review, where people edit, label and approve it.',
    line: `import ${queueItems} ${items} --user ${lead}`,
    play: (io) => importOnce({ files: [queueItems, items], dataset, user: lead, ...store }, io),
  });
  const { code, name } = await playApproved(walk, store);
  if (code === 1) {
    await walk.step({
      title: 'What failed comes back to people, with what was said and why it failed.',
      line: `import ${name} --status fail --dataset ${failed}`,
      // That its question was asked before, by the item it comes from, is no news here.
      play: (io) =>
        importOnce({ files: [name], status: ['fail'], dataset: failed, ...store }, { ...io, err: () => {} }),
    });
  }
  await walk.step({
    title: 'What waits for people now, and why.',
    play: (io) => printWaiting({ datasets: [dataset, failed], ...store }, io),
  });
}

async function playApproved(walk: DemoWalk, store: Store): Promise<{ readonly code: ExitCode; readonly name: string }> {
  let printed = '';
  const code = await walk.step({
    title: 'What is approved is played: every answer on its own, checked by the key of its turn.',
    line: `run ${evalFile}`,
    play: (io) =>
      run(
        { files: [evalFile], ...store },
        listenTo(io, (text) => {
          printed += text;
        }),
      ),
  });
  return { code, name: findNamedRun(printed) };
}

/** A later start finds the items as people left them, and does not touch them. */
async function importOnce(command: ImportCommand & { readonly dataset: string }, io: Io): Promise<ExitCode> {
  const { dataset: name, db } = command;
  let isThere = false;
  await withCuration({ db, makes: true }, io, async ({ context }) => {
    const counts = (await context.store.datasets.find(name))?.counts ?? {};
    isThere = Object.values(counts).some((count) => count > 0);
    return 0;
  });
  if (!isThere) return importFiles(command, io);
  io.out(`Already here from an earlier start: the dataset "${name}", as people left it.\n`);
  return 0;
}
