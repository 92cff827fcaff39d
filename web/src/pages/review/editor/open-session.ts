import type { Draft } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { ItemSession } from './item-session.ts';
import { toSendFault } from './send-faults.ts';
import type { SessionTools } from './session-tools.ts';
import { isUnsent } from './standing.ts';

/**
 * Reads an item, and brings back what was typed on it in tabs that are gone. What was read before is shown at once;
 * without a server, the draft alone will do.
 */
export async function openSession(key: ItemKey, tools: SessionTools): Promise<ItemSession> {
  const orphans = await listOrphans(await tools.drafts.list(key), tools.tabs);
  // A draft may be newer than what was read before.
  const known = orphans.length === 0 ? tools.findKnown(key) : undefined;
  const stored = known ?? (await findStored(key, tools, orphans));
  const { standing, adopted } = adoptDrafts(stored, orphans);
  const session = new ItemSession(key, standing, tools);
  await session.flush();
  if (!session.isBehind) for (const draft of adopted) await tools.drafts.remove(draft);
  if (adopted.length > 0 && isUnsent(standing)) tools.say({ title: 'Restored your unsaved changes.' });
  void session.lookElsewhere();
  if (known !== undefined) void session.refresh(true);
  // Tries at once, and so tells that the server is away.
  if (stored === undefined) session.hurry();
  return session;
}

/** Undefined: the server is away, and there is a draft to go on with. */
async function findStored(key: ItemKey, { api }: SessionTools, orphans: readonly Draft[]) {
  try {
    return await api.read(key);
  } catch (error) {
    if (orphans.length > 0 && toSendFault(error).kind === 'away') return undefined;
    throw error;
  }
}
