import { isPlainObject } from '../base/plain-object.ts';
import type { Turn } from '../conversation/item/item.ts';
import { fromBody } from '../curate/item-content.ts';
import { hasReturningTurn } from '../curate/reply-marks.ts';
import type { ItemKey } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

const pageSize = 50;

/**
 * Turns of earlier revisions that carry a failing reply and are not in the item now, latest first. They are looked for
 * only when a PUT brings a turn that the item does not have: it may be one of them coming back. Read before the change:
 * while the ETag that the caller read is still right, no revision was added since.
 */
export async function listFormerTurns(
  { store }: ReviewContext,
  key: ItemKey,
  patch: unknown,
): Promise<readonly Turn[]> {
  const sent = listSentTurns(patch);
  if (sent.length === 0) return [];
  const record = await store.items.find(key);
  if (record === undefined) return [];
  const { history = [] } = fromBody(record.body, record.status);
  if (!hasReturningTurn(history, sent)) return [];
  const known = new Set(history.map(({ id }) => id));
  const former = new Map<string | undefined, Turn>();
  for (let before: number | undefined = record.revision; before !== undefined; ) {
    const page = await store.items.revisions(key, { limit: pageSize, before });
    for (const { body, status } of page) {
      // Most revisions have no marks, and the body says so faster than the item.
      const turns = body.includes('"replyUnderTest":') ? (fromBody(body, status).history ?? []) : [];
      for (const turn of turns) {
        const isNew = turn.replyUnderTest !== undefined && !known.has(turn.id) && !former.has(turn.id);
        if (isNew) former.set(turn.id, turn);
      }
    }
    before = page.length < pageSize ? undefined : page.at(-1)?.revision;
  }
  return [...former.values()];
}

/** What is known of the turns of a PUT before they are parsed. */
function listSentTurns(patch: unknown): readonly Turn[] {
  const history = isPlainObject(patch) ? patch.history : undefined;
  if (!Array.isArray(history)) return [];
  return history.filter(isPlainObject).map(({ id, role, msg, content }) => ({
    ...(typeof id === 'string' ? { id } : {}),
    role: String(role),
    msg: [msg, content].find((text) => typeof text === 'string' && text !== '')?.toString() ?? '',
    tags: [],
  }));
}
