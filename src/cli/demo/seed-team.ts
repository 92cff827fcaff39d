import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { TagGlossary, TagSchema } from '../../curate/tag-schema.ts';
import { addLabels } from '../../review/labels/add-labels.ts';
import { selfServe } from '../../review/queue.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { importFiles } from '../commands/import.ts';
import { findActor } from '../curation/find-actor.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { Io } from '../io.ts';
import { packageFolder } from '../version.ts';
import type { DemoRecords } from './demo-records.ts';

/** Drafts that wait to be reviewed, in addition to approved items. */
export const queueItems = 'examples/curated/queue.items.jsonl';
/** The dataset of the demo's team. */
export const teamDataset = 'support';
/** The team's lead, who imports the conversations, so that they are not your own work in the audit log. */
export const lead = 'mira';
/** Number of conversations in your queue when the demo starts. */
const firstItems = 8;

/**
 * Seeds the demo with a team's work: instructions, tags, scores of two colleagues, and conversations in your queue. It
 * runs once: the instructions are written last, so they show that everything else is complete. Your own edits stay.
 */
export async function seedTeam(store: DemoRecords['store'], io: Io): Promise<void> {
  if (await isSeeded(store, io)) return;
  // A database of an earlier version may lack these items. Existing items stay unchanged.
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
  let isPresent = false;
  await withCuration({ ...store, makes: true }, io, async ({ context }) => {
    const instructions = await context.store.datasets.findInstructions(teamDataset);
    isPresent = instructions?.updatedBy !== undefined;
    return 0;
  });
  return isPresent;
}

async function saveTags({ store: { tags } }: ReviewContext, { schema, glossary }: Team): Promise<void> {
  if ((await tags.schema()).updatedBy === undefined) await tags.replaceSchema({ value: schema, actor: lead });
  if ((await tags.glossary()).updatedBy === undefined) await tags.replaceGlossary({ value: glossary, actor: lead });
}

/** Skips items that no longer exist. The idempotency key keeps a second seed from adding a label twice. */
async function giveLabels(context: ReviewContext, { labels }: Team): Promise<void> {
  for (const [index, { item, turnIndex, ...given }] of labels.entries()) {
    if ((await context.store.items.find({ dataset: teamDataset, id: item })) === undefined) continue;
    const label = { ...given, subject: { dataset: teamDataset, item, turnIndex }, blind: true };
    const idempotencyKey = { key: `demo-label-${index}`, actor: lead, request: JSON.stringify(label) };
    await addLabels(context, { labels: [label], idempotencyKey });
  }
}

async function saveInstructions({ store: { datasets } }: ReviewContext, { instructions }: Team): Promise<void> {
  const dataset = await datasets.find(teamDataset);
  const description = 'Customer questions, and how the support bot of Lumen and Oak should answer them.';
  if (dataset?.description === '') await datasets.replace(teamDataset, { value: { description }, actor: lead });
  await datasets.replaceInstructions(teamDataset, { value: instructions, actor: lead });
}

/** A score from a member of the fictional team. */
const TeamLabel = z.strictObject({
  item: z.string(),
  turnIndex: z.int().nullable(),
  question: z.string(),
  rater: z.string(),
  score: z.number(),
  reason: z.string(),
});
type TeamLabel = z.infer<typeof TeamLabel>;

/** What the team has agreed on and done so far, see examples/curated/team. */
interface Team {
  readonly instructions: string;
  readonly schema: TagSchema;
  readonly glossary: TagGlossary;
  readonly labels: readonly TeamLabel[];
}

function readTeam(): Team {
  const read = (name: string) => readFileSync(new URL(`examples/curated/team/${name}`, packageFolder), 'utf8');
  const lines = read('labels.jsonl').trimEnd().split('\n');
  return {
    instructions: read('instructions.md'),
    schema: TagSchema.parse(JSON.parse(read('tag-schema.json'))),
    glossary: TagGlossary.parse(JSON.parse(read('tag-glossary.json'))),
    labels: lines.map((line) => TeamLabel.parse(JSON.parse(line))),
  };
}
