import type { QueryClient } from '@tanstack/react-query';
import type { Label } from '../../../../src/conversation/label.ts';
import { ApiFault, UnreachableFault } from '../api-fault.ts';
import { findTabs, openLocalDrafts } from '../drafts/local-drafts.ts';
import type { ItemKey } from '../item-key.ts';
import { readItem } from '../items.ts';
import { keepInBrowser } from '../kept-records.ts';
import { giveLabel, itemLabelsQuery, type LabelToGive, labelKeys } from '../labels.ts';
import { newId } from '../new-id.ts';
import { meQuery } from '../workspace.ts';
import { LabelSender } from './label-sender.ts';
import { StoredLabel } from './pending-label.ts';
import { placeLabel } from './place-label.ts';

let sender: LabelSender | undefined;

/** One outbox for the whole Studio, so that labels are sent even after their page is closed. */
export function openPendingLabels(client: QueryClient): LabelSender {
  sender ??= start(client);
  return sender;
}

function start(client: QueryClient): LabelSender {
  const made = new LabelSender({
    ...{ give: giveLabel, isPassing, isTaken },
    isGiven: (label) => isGiven(client, label),
    place: (label) => placeLabel(label, { isUnsaved, read: readItem }),
    kept: keepInBrowser('pending-labels', StoredLabel),
    tabs: findTabs(),
    now: () => Date.now(),
    wait: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    newOnce: () => `label-${newId()}`,
    onGiven: (label) => client.invalidateQueries({ queryKey: labelKeys.item(label) }),
  });
  const restore = () => made.restore().catch(() => undefined);
  addEventListener('online', () => made.flush());
  document.addEventListener('visibilitychange', () => {
    made.flush();
    if (document.visibilityState === 'visible') void restore();
  });
  void restore();
  return made;
}

/** The server is unreachable, overloaded or starting, or the person is signed out. The label itself may be fine. */
function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableFault) return true;
  return error instanceof ApiFault && (error.status >= 500 || [401, 408, 429].includes(error.status));
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiFault && error.code === 'ONCE_KEY_REUSED';
}

/** A draft exists until the server has it, in any tab. */
async function isUnsaved(key: ItemKey): Promise<boolean> {
  const { store } = await openLocalDrafts();
  return (await store.list(key)).length > 0;
}

async function isGiven(client: QueryClient, label: LabelToGive): Promise<boolean> {
  const { name } = await client.fetchQuery(meQuery());
  const { labels } = await client.fetchQuery({ ...itemLabelsQuery(label), staleTime: 0 });
  return labels.some((given) => given.rater === name && isSameAnswer(given, label));
}

function isSameAnswer({ subject, question, score, reason }: Label, label: LabelToGive): boolean {
  const isSameTurn = 'turnIndex' in subject && subject.turnIndex === label.turnIndex;
  return isSameTurn && question === label.question && score === label.score && reason === label.reason;
}
