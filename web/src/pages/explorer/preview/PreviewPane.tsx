import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ItemKey } from '../../../data/item-key.ts';
import { itemQuery } from '../../../data/items.ts';
import { FaultView } from '../../../parts/FaultView.tsx';
import { LoadingView } from '../../../parts/LoadingView.tsx';
import { ItemPreview } from './ItemPreview.tsx';

export interface PreviewPaneProps {
  readonly itemKey: ItemKey;
  /** Marked where it stands. */
  readonly keyword: string;
}

/** The item of the address. While one walks through rows, the one before stays until the next is there. */
export function PreviewPane({ itemKey, keyword }: PreviewPaneProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...itemQuery(itemKey),
    placeholderData: keepPreviousData,
  });
  if (data === undefined && error !== null)
    return <FaultView error={error} onRetry={() => void refetch()} title="Couldn't load the conversation." />;
  if (data === undefined) return <LoadingView label="Loading conversation" lines={8} />;
  return <ItemPreview isOld={isPlaceholderData} item={data} keyword={keyword} />;
}
