import { addLabels } from '../../review/labels.ts';
import { selfServe } from '../../review/queue.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { importFiles } from '../commands/import.ts';
import { findActor } from '../curation/find-actor.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { Io } from '../io.ts';
import type { DemoRecords } from './demo-records.ts';
import { readTeam, type Team } from './read-team.ts';

/** Drafts that wait to be reviewed, beside what is approved already. */
export const queueItems = 'examples/curated/queue.items.jsonl';
/** The dataset of the demo's team. */
export const teamDataset = 'support';
/** Who of the team leads it, and brings the conversations in: they are not the work of whoever starts the demo. */
export const lead = 'mira';
/** How many conversations whoever starts the demo finds in the queue. */
const firstItems = 8;

/**
 * Lets a demo look as if a team had begun: instructions, tags, scores of two colleagues, and conversations that wait for
 * whoever started it. Done once: the instructions, written last, tell that it was. What people made stays as it is.
 */
export async function seedTeam(store: DemoRecords['store'], io: Io): Promise<void> {
  if (await isSeeded(store, io)) return;
  // In a database of an earlier version they may be missing; where they are there, this finds them unchanged or edited.
  const quiet: Io = { ...io, out: () => {}, err: () => {} };
  await importFiles({ files: [queueItems], dataset: teamDataset, user: lead, ...store }, quiet);
  await withCuration(store, io, async ({ context }) => {
    const team = readTeam();
    await saveTags(context, team);
    await giveLabels(context, team);
    await selfServe(context, { actor: findActor(undefined, io), limit: firstItems });
    await saveInstructions(context, team);
    return 0;
  });
}

async function isSeeded(store: DemoRecords['store'], io: Io): Promise<boolean> {
  let isThere = false;
  await withCuration({ ...store, makes: true }, io, async ({ context }) => {
    const instructions = await context.store.datasets.findInstructions(teamDataset);
    isThere = instructions?.updatedBy !== undefined;
    return 0;
  });
  return isThere;
}

async function saveTags({ store: { tags } }: ReviewContext, { schema, glossary }: Team): Promise<void> {
  if ((await tags.schema()).updatedBy === undefined) await tags.replaceSchema({ value: schema, actor: lead });
  if ((await tags.glossary()).updatedBy === undefined) await tags.replaceGlossary({ value: glossary, actor: lead });
}

/** An item that is gone takes its labels with it; the others get theirs, and get them once. */
async function giveLabels(context: ReviewContext, { labels }: Team): Promise<void> {
  for (const [index, { item, turnIndex, ...given }] of labels.entries()) {
    if ((await context.store.items.find({ dataset: teamDataset, id: item })) === undefined) continue;
    const label = { ...given, subject: { dataset: teamDataset, item, turnIndex }, blind: true };
    const once = { key: `demo-label-${index}`, actor: lead, request: JSON.stringify(label) };
    await addLabels(context, { labels: [label], once });
  }
}

async function saveInstructions({ store: { datasets } }: ReviewContext, { instructions }: Team): Promise<void> {
  const dataset = await datasets.find(teamDataset);
  const description = 'Customer questions, and how the support bot of Lumen and Oak should answer them.';
  if (dataset?.description === '') await datasets.replace(teamDataset, { value: { description }, actor: lead });
  await datasets.replaceInstructions(teamDataset, { value: instructions, actor: lead });
}
