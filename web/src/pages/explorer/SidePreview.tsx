import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ItemKey } from '../../data/item-key.ts';
import { itemQuery } from '../../data/items.ts';
import { Drawer } from '../../parts/dialog/Drawer.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { ItemPreview } from './preview/ItemPreview.tsx';
import { useMedia } from './use-media.ts';

export interface SidePreviewProps {
  readonly itemKey: ItemKey;
  readonly keyword: string;
  readonly onClose: () => void;
}

/** The preview: next to the list, over its right half if there is no room, over the whole page on phones. */
export function SidePreview({ itemKey, keyword, onClose }: SidePreviewProps) {
  const isNarrow = useMedia('(width < 48rem)');
  const pane = <PreviewPane itemKey={itemKey} keyword={keyword} />;
  if (isNarrow) {
    return (
      <Drawer isOpen onClose={onClose} title="Preview">
        {pane}
      </Drawer>
    );
  }
  return (
    <aside
      aria-label="Preview"
      className="absolute inset-y-0 right-0 z-30 flex w-[min(28rem,60%)] flex-col border-line border-l bg-card shadow-2xl xl:static xl:w-[clamp(24rem,34%,36rem)] xl:shrink-0 xl:shadow-none"
    >
      <div className="flex items-center justify-between py-1.5 pr-2 pl-4">
        <span className="font-medium text-quiet text-xs">Preview</span>
        <Tip keys="Escape" side="left" text="Close preview">
          <button
            aria-label="Close preview"
            className="flex size-8 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
            onClick={onClose}
            type="button"
          >
            <Icon name="close" />
          </button>
        </Tip>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">{pane}</div>
    </aside>
  );
}

interface PreviewPaneProps {
  readonly itemKey: ItemKey;
  /** Highlighted in the texts. */
  readonly keyword: string;
}

/** The item in the address. While you move through rows, the previous item stays until the next has loaded. */
function PreviewPane({ itemKey, keyword }: PreviewPaneProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...itemQuery(itemKey),
    placeholderData: keepPreviousData,
  });
  if (data === undefined && error !== null)
    return <FaultView error={error} onRetry={() => void refetch()} title="Couldn't load the conversation." />;
  if (data === undefined) return <LoadingView label="Loading conversation" lines={8} />;
  return <ItemPreview isOld={isPlaceholderData} item={data} keyword={keyword} />;
}
