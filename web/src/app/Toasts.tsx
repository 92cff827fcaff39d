import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { type NamedToast, toasts } from '../parts/feedback/toasts.ts';
import { Icon } from '../parts/Icon.tsx';

/**
 * Shows toasts: at most three, above the bottom bar of narrow screens. A toast stays while it is hovered or focused.
 */
export function Toasts() {
  return (
    <Toast.Provider limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Notifications"
          className="pointer-events-none fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-70 flex flex-col items-center gap-2 outline-none sm:inset-x-0 sm:bottom-5"
          data-notes=""
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts: shown, add, close } = Toast.useToastManager();
  useEffect(() => {
    const show = () => {
      for (const name of toasts.takeClosed()) close(name);
      for (const toast of toasts.take()) add(toToast(toast, () => close(toast.name)));
    };
    show();
    return toasts.subscribe(show);
  }, [add, close]);
  return shown.map((toast) => (
    <Toast.Root
      className="pointer-events-auto w-fit max-w-full animate-rise rounded-lg bg-ink text-paper shadow-xl data-limited:hidden sm:max-w-lg"
      key={toast.id}
      swipeDirection={['down', 'right']}
      toast={toast}
    >
      <Toast.Content className="flex min-h-10 items-center gap-2.5 py-1 pr-1.5 pl-3 text-sm">
        <Icon name={toast.type === 'fault' ? 'warn' : 'approve'} />
        <Toast.Title className="min-w-0 flex-1 break-words py-1" dir="auto" render={<p />} />
        {toast.actionProps !== undefined && (
          <Toast.Action className="min-h-8 shrink-0 rounded-md px-2 font-semibold underline underline-offset-2 outline-paper hover:bg-paper/15" />
        )}
        <Toast.Close
          aria-label="Close"
          className="flex size-8 shrink-0 items-center justify-center rounded-md outline-paper hover:bg-paper/15"
        >
          <Icon name="close" size={12} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function toToast({ name, title, kind = 'done', action }: NamedToast, close: () => void) {
  const run = () => {
    close();
    action?.run();
  };
  return {
    id: name,
    title,
    type: kind,
    timeout: action === undefined && kind === 'done' ? 6_000 : 12_000,
    priority: kind === 'fault' ? ('high' as const) : ('low' as const),
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: run } }),
  };
}
