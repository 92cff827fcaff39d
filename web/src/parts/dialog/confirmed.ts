export interface ConfirmQuestion {
  /** A question: "Delete 12 items?" */
  readonly title: string;
  /** What happens then, and whether it can be taken back. */
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

/** Asks before something that cannot be undone; what can be undone is done at once, with a note that undoes it. */
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

/** For the shell, which shows it. */
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
