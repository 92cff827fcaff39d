import { Dialog } from '@base-ui/react/dialog';
import { Icon } from '../Icon.tsx';
import { joinClasses } from '../join-classes.ts';

const looks = {
  drawer: { bar: 'py-2 pr-2 pl-4', title: 'truncate', close: 'size-9' },
  modal: { bar: 'pt-3 pr-3 pb-2 pl-5', title: 'break-words', close: 'size-8' },
};

/** The title of a `Dialog` and its close button. */
export function DialogHead({ title, look }: { readonly title: string; readonly look: keyof typeof looks }) {
  const { bar, title: titleLook, close } = looks[look];
  return (
    <div className={joinClasses('flex items-center justify-between gap-4', bar)}>
      <Dialog.Title className={joinClasses('min-w-0 font-semibold', titleLook)} dir="auto">
        {title}
      </Dialog.Title>
      <Dialog.Close
        aria-label="Close"
        className={joinClasses(
          'flex shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink',
          close,
        )}
      >
        <Icon name="close" />
      </Dialog.Close>
    </div>
  );
}
