import { importFiles } from '../commands/import.ts';
import { run } from '../commands/run.ts';
import type { ImportCommand } from '../curation/open-import.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';
import { teamDataset as dataset, lead, queueItems } from './seed-team.ts';

const items = 'examples/curated/support.items.jsonl';
const evalFile = 'examples/curated/curated.eval.yaml';
/** Failures go to a dataset of their own, so that the demo runs the same cases at every start. */
const failed = 'support-failed';

type Store = DemoRecords['store'];

/** The loop: import conversations, run the agent on the approved ones, and send failures back to review. */
export async function walkReview(walk: DemoWalk, store: Store): Promise<void> {
  const { code, printed } = await walk.section({
    title: 'Review: check the agent against approved conversations, and send failures back to review.',
    commands: [
      {
        line: `import ${queueItems} ${items} --user ${lead}`,
        play: (io) => importOnce({ files: [queueItems, items], dataset, user: lead, ...store }, io),
        isShown: isFirst,
      },
      {
        line: `run ${evalFile}`,
        play: (io) => run({ files: [evalFile], ...store }, io),
        isShown: isFirst,
      },
    ],
  });
  if (code !== 1) return;
  const name = findNamedRun(printed);
  await walk.run({
    line: `import ${name} --status fail --dataset ${failed}`,
    play: (io) => importOnce({ files: [name], status: ['fail'], dataset: failed, ...store }, io),
    isShown: isFirst,
  });
}

function isFirst(_line: string, index: number): boolean {
  return index === 0;
}

/** A later start finds the items as you left them, and does not touch them. */
async function importOnce(command: ImportCommand & { readonly dataset: string }, io: Io): Promise<ExitCode> {
  const { dataset: name, db } = command;
  let isPresent = false;
  await withCuration({ db, makes: true }, io, async ({ context }) => {
    const counts = (await context.store.datasets.find(name))?.counts ?? {};
    isPresent = Object.values(counts).some((count) => count > 0);
    return 0;
  });
  if (!isPresent) return importFiles(command, io);
  io.out(`Already imported. Your changes to dataset "${name}" are kept.\n`);
  return 0;
}

/** The run that a summary names. Not `run:last`: another process may start a run in the same database. */
function findNamedRun(printed: string): string {
  return /\brun:[\w-]+/.exec(printed)?.[0] ?? 'run:last';
}
