import { Popover } from '@base-ui/react/popover';
import { lazy, Suspense, useState } from 'react';
import { loadCode } from '../../../data/load-code.ts';
import { Button } from '../../../parts/Button.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import type { ItemEditor } from './item-editor.ts';
import { SaidOnce } from './SaidOnce.tsx';
import { SavingDetails } from './SavingDetails.tsx';
import { type SavingText, toSavingText } from './saving-texts.ts';

const MergeView = lazy(async () => ({ default: (await loadCode(() => import('../merge/MergeView.tsx'))).MergeView }));

export interface SavingMarkProps {
  readonly editor: ItemEditor;
  /** Goes to a place of the item that the server complains about. */
  readonly onJump?: (path: string) => void;
}

const colours = { quiet: 'text-quiet', warn: 'text-warn', fail: 'text-fail' };

/** Where what was typed is: saved, on its way, or kept here and why. Its width never changes. */
export function SavingMark({ editor, onJump }: SavingMarkProps) {
  const [isMerging, setMerging] = useState(false);
  const text = toSavingText(editor);
  const { merge } = editor;
  // A conflict that is gone does not open the next one by itself.
  if (isMerging && merge === undefined) setMerging(false);
  return (
    <div className="flex items-center justify-end gap-1 sm:min-w-44">
      <SavingButton editor={editor} text={text} {...(onJump === undefined ? {} : { onJump })} />
      {editor.saving.kind === 'held' && editor.stored.status !== 'deleted' && (
        <Button onClick={() => void editor.save()}>Save</Button>
      )}
      {merge !== undefined && (
        <Button kind="main" onClick={() => setMerging(true)}>
          Merge
        </Button>
      )}
      <SaidOnce text={text} />
      {merge !== undefined && isMerging && (
        <Suspense fallback={null}>
          <MergeView
            // The choices are those of one meeting; a newer one asks again.
            key={merge.merged.conflicts.map(({ path }) => path).join()}
            onCancel={() => setMerging(false)}
            onSettle={(item) => {
              setMerging(false);
              void editor.settle(item);
            }}
            work={merge}
          />
        </Suspense>
      )}
    </div>
  );
}

interface SavingButtonProps extends SavingMarkProps {
  readonly text: SavingText;
}

function SavingButton({ editor, text, onJump }: SavingButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        className={joinClasses(
          'flex min-h-8 w-26 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover',
          colours[text.kind],
        )}
        title={text.long}
      >
        <Icon name={text.icon} />
        <span className="truncate">{text.short}</span>
        {editor.isElsewhere && <Icon name="copy" size={12} />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" className="z-50" sideOffset={6}>
          <Popover.Popup className="w-80 max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg border border-line bg-card p-4 text-sm shadow-xl outline-none">
            <SavingDetails editor={editor} text={text} {...(onJump === undefined ? {} : { onJump })} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
