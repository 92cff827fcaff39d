import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '../../parts/button/Button.tsx';
import { OwnKeys } from '../keys/OwnKeys.tsx';

/** Covers the whole window. The page stays mounted below it, so that nothing typed there is lost. */
export function SignedOutView({ onTryAgain }: { readonly onTryAgain: () => void }) {
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Popup className="fixed inset-0 z-80 flex flex-col items-center justify-center bg-paper p-6 outline-none">
          <OwnKeys>
            <div className="flex max-w-md flex-col items-start gap-4">
              <img alt="" height={40} src="/mark.svg" width={40} />
              <AlertDialog.Title className="font-semibold text-2xl tracking-tight">You're signed out</AlertDialog.Title>
              <AlertDialog.Description className="text-quiet">
                The server restarted, or your session ended. Open the newest link from the server's terminal in this
                browser, then come back here. If that link has already been used, open it anyway: the server then prints
                a new one. Your changes are kept on this computer.
              </AlertDialog.Description>
              <Button icon="restore" kind="main" onClick={onTryAgain}>
                Retry
              </Button>
            </div>
          </OwnKeys>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
