import { useAction } from '../../app/keys/use-action.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { ItemEditor } from './editor/item-editor.ts';

/**
 * Somebody else works on the item. Who types all the same is asked here, once, and not by a dialog: it would take the
 * keys of who is typing. Until then everything typed stays on this computer.
 */
export function HolderLine({ editor: { holder, isAsking, agree, discard } }: { readonly editor: ItemEditor }) {
  useAction('review.agree', isAsking ? agree : undefined);
  useAction('review.discard', isAsking ? discard : undefined);
  if (holder === undefined) return null;
  return (
    <div
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warn-soft px-4 py-1 text-sm text-warn"
      role="status"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <Icon name="clock" size={14} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi>{holder}</bdi> is reviewing this.
          {isAsking && ' Your changes are kept on this computer. Apply them anyway?'}
        </span>
      </p>
      {isAsking && (
        <span className="flex flex-wrap gap-2">
          <Button keys="Shift+A" onClick={agree}>
            Apply changes{' '}
          </Button>
          <Button keys="Shift+Z" kind="quiet" onClick={discard}>
            Discard changes{' '}
          </Button>
        </span>
      )}
    </div>
  );
}
