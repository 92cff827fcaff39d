import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOverruledByReason } from '../../../../src/curate/approval.ts';
import { meQuery } from '../../data/workspace.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { StatusMark } from '../../parts/item/StatusMark.tsx';
import { MenuButton } from '../../parts/menu/MenuButton.tsx';
import { Time } from '../../parts/Time.tsx';
import { copyText } from './copy-text.ts';
import type { ItemEditor } from './editor/item-editor.ts';
import { SavingMark } from './editor/saving/SavingMark.tsx';
import type { ItemActs } from './use-item-acts.ts';
import { useWideScreen } from './use-wide-screen.ts';

export interface ItemHeadProps {
  readonly editor: ItemEditor;
  readonly acts: ItemActs;
  /** Goes to a place of the item. */
  readonly onJump: (path: string) => void;
  /** Shown before the name. */
  readonly children: ReactNode;
}

/** The header of an item: its name, its status and the acts on the whole item. */
export function ItemHead({ editor, acts, onJump, children }: ItemHeadProps) {
  const hasRoom = useWideScreen(640);
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b bg-card px-4 py-2 md:flex-nowrap">
      <div className="flex min-w-0 max-w-full items-center gap-2 md:flex-1">
        {children}
        <ItemName editor={editor} />
      </div>
      <div className="ms-auto flex max-w-full shrink-0 flex-wrap items-center justify-end gap-1.5 sm:gap-2">
        <SavingMark editor={editor} onJump={onJump} />
        <MainActs acts={acts} editor={editor} hasRoom={hasRoom} />
        <MoreActs acts={acts} hasRoom={hasRoom} />
      </div>
    </header>
  );
}

function ItemName({ editor: { key, stored, merge } }: Pick<ItemHeadProps, 'editor'>) {
  const me = useQuery(meQuery()).data?.name;
  const { status, assignedTo, updatedAt, updatedBy } = stored;
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-w-0 items-center gap-2">
        <h1 className="flex min-w-0 items-baseline gap-1 text-sm">
          <span className="max-w-40 shrink-0 truncate text-quiet" dir="auto">
            {key.dataset}
          </span>
          <span className="text-quiet">/</span>
          <span className="truncate font-semibold" dir="auto" title={key.id}>
            {key.id}
          </span>
        </h1>
        <button
          aria-label="Copy ID"
          className="flex size-6 shrink-0 items-center justify-center rounded text-quiet hover:bg-hover hover:text-ink"
          onClick={() => void copyText(key.id, 'the ID')}
          title="Copy ID"
          type="button"
        >
          <Icon name="copy" size={13} />
        </button>
        <span className="shrink-0">
          <StatusMark status={status} />
        </span>
      </div>
      {merge === undefined ? (
        <p className="truncate text-quiet text-xs">
          {assignedTo === undefined
            ? 'Unassigned'
            : assignedTo === me
              ? 'Assigned to you'
              : `Assigned to ${assignedTo}`}
          {' · '} edited by <bdi>{updatedBy === me ? 'you' : updatedBy}</bdi> <Time at={updatedAt} />
        </p>
      ) : (
        <p className="truncate text-fail text-xs">
          Edit conflict with <bdi>{merge.theirsBy === me ? 'your own edit' : merge.theirsBy}</bdi>{' '}
          <Time at={merge.theirsAt} />
        </p>
      )}
    </div>
  );
}

interface ActsProps extends Pick<ItemHeadProps, 'acts'> {
  /** Without it, what is not the next step is in the menu. */
  readonly hasRoom: boolean;
}

/** The step that comes next, last and nearest to the hand. */
function MainActs({ editor, acts, hasRoom }: ActsProps & Pick<ItemHeadProps, 'editor'>) {
  const missing = editor.missing.length;
  const isOverruled = missing > 0 && editor.missing.every(isOverruledByReason);
  // Not `disabled`: the focus stays where it is.
  const busy = acts.isActing ? ({ 'aria-busy': true, 'aria-disabled': true } as const) : {};
  return (
    <>
      {acts.restore !== undefined && (
        <Button {...busy} icon="restore" keys="Shift+R" kind="main" onClick={acts.restore}>
          Restore
        </Button>
      )}
      {acts.reopen !== undefined && (
        <Button {...busy} icon="undo" keys="u" onClick={acts.reopen}>
          Reopen
        </Button>
      )}
      {hasRoom && acts.skip !== undefined && (
        <Button {...busy} icon="skip" keys="s" onClick={acts.skip}>
          Skip
        </Button>
      )}
      {acts.approve !== undefined && (
        <Button
          {...busy}
          icon={missing === 0 ? 'approve' : 'warn'}
          keys="a"
          kind={missing === 0 && editor.merge === undefined ? 'main' : 'plain'}
          onClick={acts.approve}
        >
          {missing === 0
            ? 'Approve'
            : isOverruled
              ? 'Approve anyway'
              : missing === 1
                ? '1 problem'
                : `${missing} problems`}
        </Button>
      )}
    </>
  );
}

function MoreActs({ acts, hasRoom }: ActsProps) {
  const toLine = (run: (() => void) | undefined) => ({ run: run ?? (() => undefined), isDisabled: run === undefined });
  const toAct = (run: (() => void) | undefined) => toLine(acts.isActing ? undefined : run);
  return (
    <MenuButton
      groups={[
        hasRoom ? [] : [{ label: 'Skip', icon: 'skip', ...toAct(acts.skip) }],
        [
          { label: 'Undo', icon: 'undo', keys: 'Mod+z', ...toLine(acts.undo) },
          { label: 'Redo', icon: 'restore', keys: 'Shift+Mod+z', ...toLine(acts.redo) },
          { label: 'Save now', icon: 'upload', keys: 'Mod+s', ...toLine(acts.save) },
        ],
        [
          { label: 'History', icon: 'clock', keys: 'h', run: acts.showHistory },
          { label: 'Duplicate', icon: 'copy', keys: 'Shift+D', ...toAct(acts.duplicate) },
        ],
        acts.remove === undefined
          ? []
          : [{ label: 'Delete conversation', icon: 'trash', keys: 'Shift+X', kind: 'danger', ...toAct(acts.remove) }],
      ]}
      icon="more"
      isLabelHidden
      kind="quiet"
      label="More actions"
    />
  );
}
