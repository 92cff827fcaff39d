import { Toast } from '@base-ui/react/toast';

/** One for the whole Studio; the shell shows what is in it. */
export const toasts = Toast.createToastManager();

export interface Note {
  readonly title: string;
  readonly kind?: 'done' | 'fault';
  /** "Undo", most of the time. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Says something at the edge of the page. A note with an action stays longer. */
export function say({ title, kind = 'done', action }: Note): void {
  const id = toasts.add({
    title,
    type: kind,
    timeout: action === undefined && kind === 'done' ? 4_000 : 12_000,
    priority: kind === 'fault' ? 'high' : 'low',
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.label,
            onClick: () => {
              toasts.close(id);
              action.run();
            },
          },
        }),
  });
}
