import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Draft } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { ItemSession } from './item-session.ts';
import { toSendFault } from './send-faults.ts';
import type { SessionTools } from './session-tools.ts';
import { findJoined, isUnsent, meet, type Standing, startStanding } from './standing.ts';

/**
 * Reads an item, and brings back what was typed on it in tabs that are gone. What was read before is shown at once;
 * without a server, the draft alone will do.
 */
export async function openSession(key: ItemKey, tools: SessionTools): Promise<ItemSession> {
  const orphans = await listOrphans(await tools.drafts.list(key), tools.tabs);
  // A draft may be newer than what was read before.
  const known = orphans.length === 0 ? tools.findKnown(key) : undefined;
  const stored = known ?? (await findStored(key, tools, orphans));
  const { standing, adopted } = adopt(stored, orphans);
  const session = new ItemSession(key, standing, tools);
  await session.flush();
  if (!session.isBehind) for (const draft of adopted) await tools.drafts.remove(draft);
  if (adopted.length > 0 && isUnsent(standing)) tools.say({ title: 'What you had typed here is back.' });
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

interface Adopted {
  readonly standing: Standing;
  readonly adopted: readonly Draft[];
}

/** Takes over the latest draft and those that do not collide with it. One that does waits until the item is opened again. */
function adopt(stored: ItemAnswer | undefined, [latest, ...others]: readonly Draft[]): Adopted {
  if (latest === undefined) {
    if (stored === undefined) throw new Error('Neither a stored item nor a draft.');
    return { standing: startStanding(stored), adopted: [] };
  }
  let standing: Standing = stored === undefined ? latest : meet(latest, stored).standing;
  const adopted = [latest];
  for (const other of others) {
    const joined = standing.theirs === undefined ? findJoined(standing, other) : undefined;
    if (joined === undefined) continue;
    standing = joined;
    adopted.push(other);
  }
  return { standing, adopted };
}
