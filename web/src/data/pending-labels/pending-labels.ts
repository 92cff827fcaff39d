import type { QueryClient } from '@tanstack/react-query';
import { ApiFault, UnreachableFault } from '../api-fault.ts';
import { keepInBrowser } from '../kept-records.ts';
import { giveLabel, labelKeys } from '../labels.ts';
import { LabelSender } from './label-sender.ts';
import { StoredLabel } from './pending-label.ts';

let sender: LabelSender | undefined;

/** One for the whole Studio: labels go on to the server when their page is left. */
export function openPendingLabels(client: QueryClient): LabelSender {
  sender ??= start(client);
  return sender;
}

function start(client: QueryClient): LabelSender {
  const made = new LabelSender({
    give: giveLabel,
    isPassing,
    kept: keepInBrowser('pending-labels', StoredLabel),
    now: () => Date.now(),
    wait: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    newOnce: () => `label-${crypto.randomUUID()}`,
    onGiven: (label) => client.invalidateQueries({ queryKey: labelKeys.item(label) }),
  });
  addEventListener('online', () => made.flush());
  document.addEventListener('visibilitychange', () => made.flush());
  made.restore().catch(() => undefined);
  return made;
}

/** The server is away, is starting, or does not know the person just now: the label itself may be all right. */
function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableFault) return true;
  return error instanceof ApiFault && (error.status >= 500 || [401, 408, 429].includes(error.status));
}
