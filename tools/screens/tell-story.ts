import { importFiles } from '../../src/cli/commands/import.ts';
import { withCuration } from '../../src/cli/curation/with-curation.ts';
import { lead, queueItems, seedTeam, teamDataset } from '../../src/cli/demo/seed-team.ts';
import type { Io } from '../../src/cli/io.ts';
import type { Turn } from '../../src/conversation/item/item.ts';
import { withContextChanged } from '../../src/curate/context-changed.ts';
import { fromBody } from '../../src/curate/item-content.ts';
import { putItem } from '../../src/review/put-item.ts';
import { getItem } from '../../src/review/read-item.ts';
import type { ReviewContext } from '../../src/review/review-context.ts';
import { takeSnapshot } from '../../src/review/snapshot.ts';
import { repository, type StoryPlace } from './served-story.ts';

const approvedItems = 'examples/curated/support.items.jsonl';
const plainItems = 'examples/curated/plain.items.jsonl';

/** A week of the demo's team, up to this morning: what a screen shows that has been worked with. */
export async function tellStory(place: StoryPlace): Promise<void> {
  const { store, clock } = place;
  clock.set('2026-03-05T09:12:00.000Z');
  await importFiles({ files: [queueItems, approvedItems], user: lead, db: store }, toIo(place));
  await seedTeam({ db: store }, toIo(place));
  await importFiles({ files: [plainItems], dataset: 'opening-hours', user: lead, db: store }, toIo(place));
  await withCuration({ db: store }, toIo(place), async ({ context }) => {
    await takeSnapshot(context, { actor: lead });
    clock.set('2026-03-09T14:20:00.000Z');
    await edit(context, { id: 'refund-time', actor: 'jonas', turn: 1, msg: refundAnswer });
    clock.set('2026-03-10T10:05:00.000Z');
    await approve(context, { id: 'refund-time', actor: lead });
    await edit(context, { id: 'gift-card', actor: 'jonas', turn: 1, msg: giftAnswer });
    clock.set('2026-03-11T16:40:00.000Z');
    await approve(context, { id: 'gift-card', actor: 'jonas' });
    await takeSnapshot(context, { actor: lead });
    clock.set('2026-03-12T08:51:00.000Z');
    await approve(context, { id: 'wardrobe-alone', actor: 'ada' });
    return 0;
  });
}

/** Another reviewer changes a turn while `ada` has the item open. */
export async function editBeside(place: StoryPlace, change: TurnChange): Promise<void> {
  await withCuration({ db: place.store }, toIo(place), async ({ context }) => {
    await edit(context, change);
    return 0;
  });
}

export interface TurnChange {
  readonly id: string;
  readonly actor: string;
  /** From 0. */
  readonly turn: number;
  readonly msg: string;
}

async function edit(context: ReviewContext, { id, actor, turn, msg }: TurnChange): Promise<void> {
  const { key, etag, history } = await read(context, id);
  const changed = history.map((entry, index) => (index === turn ? { ...entry, msg } : entry));
  await putItem(context, { key, actor, ifMatch: etag, patch: { fields: { history: changed } } });
}

async function approve(
  context: ReviewContext,
  { id, actor }: { readonly id: string; readonly actor: string },
): Promise<void> {
  const { key, etag, history } = await read(context, id);
  // A key that is sent without its flag counts as rechecked.
  const checked = history.map((turn) => withContextChanged(turn, false));
  const fields = { history: checked, status: 'approved' } as const;
  await putItem(context, { key, actor, ifMatch: etag, patch: { fields } });
}

async function read(context: ReviewContext, id: string) {
  const key = { dataset: teamDataset, id };
  const { etag, body, status } = await getItem(context, key);
  const history: Turn[] = fromBody(body, status).history ?? [];
  return { key, etag: `"${etag}"`, history };
}

const refundAnswer =
  "Refunds take up to five business days after your package reaches our warehouse. It arrived on Monday, so you'll have your money by next Monday at the latest.";
const giftAnswer = 'Yes. A gift card is valid for three years from the date of purchase.';

/** A terminal that prints nothing, at the time of the story. */
export function toIo({ clock }: StoryPlace): Io {
  const quiet = () => {};
  const color = { out: false, err: false };
  return {
    out: quiet,
    err: quiet,
    cwd: repository,
    env: { USER: 'ada' },
    clock,
    isInteractive: false,
    color,
    columns: 100,
  };
}
