export interface ConfirmQuestion {
  /** A question: "Delete 12 items?" */
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly text: string;
  /** The verb of the button: "Delete". */
  readonly action: string;
  readonly kind?: 'main' | 'danger';
}

export interface OpenQuestion extends ConfirmQuestion {
  answer(isConfirmed: boolean): void;
}

let open: OpenQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * Asks before an action that cannot be undone. An action that can be undone needs no question, only a toast with
 * "Undo".
 */
export function confirmed(question: ConfirmQuestion): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    setOpen({
      ...question,
      answer: (isConfirmed) => {
        setOpen(undefined);
        resolve(isConfirmed);
      },
    });
  });
}

/** The open question, for the shell to show. */
export const openQuestion = {
  get: (): OpenQuestion | undefined => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function setOpen(question: OpenQuestion | undefined): void {
  open = question;
  for (const listener of listeners) listener();
}
