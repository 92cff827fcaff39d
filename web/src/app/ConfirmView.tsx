import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '../parts/button/Button.tsx';
import type { OpenQuestion } from '../parts/dialog/confirmed.ts';
import { OwnKeys } from './keys/OwnKeys.tsx';

/** Shows the open question of `confirmed`. */
export function ConfirmView({ question }: { readonly question: OpenQuestion }) {
  const { title, text, action, kind = 'danger', answer } = question;
  return (
    <AlertDialog.Root onOpenChange={(isOpen) => !isOpen && answer(false)} open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-60 bg-veil" />
        <AlertDialog.Popup className="fixed inset-x-0 top-[20vh] z-60 mx-auto flex w-[calc(100%-1.5rem)] max-w-md animate-rise flex-col gap-2 rounded-xl border border-line bg-card p-5 shadow-2xl outline-none">
          <OwnKeys>
            <AlertDialog.Title className="break-words font-semibold" dir="auto">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="break-words text-quiet" dir="auto">
              {text}
            </AlertDialog.Description>
            <div className="mt-3 flex flex-wrap justify-end gap-2">
              <Button onClick={() => answer(false)}>Cancel</Button>
              <Button kind={kind} onClick={() => answer(true)}>
                {action}
              </Button>
            </div>
          </OwnKeys>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
