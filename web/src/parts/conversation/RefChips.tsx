import type { Ref } from '../../../../src/conversation/ref.ts';
import { joinClasses } from '../join-classes.ts';
import { findWebHost } from '../text/web-address.ts';

export interface RefChipsProps {
  readonly refs: readonly Ref[];
  /** Opens a reference for reading and editing. Without it, the chips are read-only. */
  readonly onOpen?: (index: number) => void;
}

/** The references of a turn, numbered. */
export function RefChips({ refs, onOpen }: RefChipsProps) {
  return (
    <ul aria-label="References" className="flex flex-wrap gap-1.5">
      {refs.map((ref, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing keeps an address from standing there twice
        <li className="flex min-w-0 max-w-96" key={index}>
          {onOpen === undefined ? (
            <span className={chipLook}>
              <Chip index={index} ref_={ref} />
            </span>
          ) : (
            <button className={joinClasses(chipLook, 'hover:bg-hover')} onClick={() => onOpen(index)} type="button">
              <Chip index={index} ref_={ref} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const chipLook = 'inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-md border border-line px-1.5 text-xs';

/** `ref_`, because React reserves `ref`. */
function Chip({ index, ref_ }: { readonly index: number; readonly ref_: Ref }) {
  const host = findWebHost(ref_.url);
  const title = ref_.title ?? '';
  return (
    <>
      <span className="text-quiet tabular-nums">{index + 1}</span>
      <span className="truncate" dir="auto">
        {title === '' ? ref_.url : title}
      </span>
      {title !== '' && host !== undefined && <span className="shrink-0 truncate text-quiet">{host}</span>}
      {ref_.bonus === true && <span className="text-quiet">optional</span>}
    </>
  );
}
