import { Link } from '@tanstack/react-router';
import { Button } from '../../../parts/button/Button.tsx';
import { showToast } from '../../../parts/feedback/toasts.ts';
import { Time } from '../../../parts/Time.tsx';
import { useDiscardDraft, useWaitingDrafts, type WaitingDraft } from './use-waiting-drafts.ts';

/** Lists drafts on this computer that the server does not have, so that they are found after a crash. */
export function DraftsWaiting() {
  const drafts = useWaitingDrafts();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts-waiting" className="mb-8 rounded-lg bg-warn-soft px-4 py-3">
      <h2 className="font-semibold text-warn" id="drafts-waiting">
        {drafts.length === 1
          ? '1 conversation has unsaved changes on this computer'
          : `${drafts.length} conversations have unsaved changes on this computer`}
      </h2>
      <p className="text-sm">Open a conversation to continue where you left off.</p>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {drafts.map((draft) => (
          <DraftRow draft={draft} key={`${draft.place.dataset} ${draft.place.id} ${draft.place.tab}`} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft: { place, since, text } }: { readonly draft: WaitingDraft }) {
  const discard = useDiscardDraft();
  const { dataset, id } = place;
  const onDiscard = async () => {
    const bringBack = await discard(place);
    showToast({ title: 'Changes discarded.', action: { label: 'Undo', run: bringBack } });
  };
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Link
        className="min-w-0 flex-1 truncate rounded underline-offset-2 hover:underline"
        dir="auto"
        params={{ dataset, id }}
        to="/review/$dataset/$id"
      >
        {text === '' ? id : text}
      </Link>
      <span className="shrink-0 text-quiet text-sm">
        <Time at={new Date(since).toISOString()} />
      </span>
      <Button aria-label={`Discard changes to ${id}`} icon="trash" kind="quiet" onClick={() => void onDiscard()} />
    </li>
  );
}
