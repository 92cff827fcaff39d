import { Icon } from '../Icon.tsx';

export interface TagChipProps {
  readonly tag: string;
  /** The meaning in the glossary. */
  readonly meaning?: string | undefined;
  readonly isComputed?: boolean;
  readonly onRemove?: () => void;
}

/** A tag. Its group is paler than its value. */
export function TagChip({ tag, meaning, isComputed = false, onRemove }: TagChipProps) {
  const [group, value] = splitTag(tag);
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded px-1.5 py-0.5 text-xs ${isComputed ? 'border border-line border-dashed' : 'bg-shade'}`}
      title={meaning ?? (isComputed ? 'Computed from the conversation' : undefined)}
    >
      <span className="truncate" dir="auto">
        {group !== '' && <span className="text-quiet">{group}:</span>}
        {value}
      </span>
      {onRemove !== undefined && (
        <button
          aria-label={`Remove ${tag}`}
          className="relative rounded p-0.5 text-quiet after:absolute after:-inset-1.5 hover:bg-hover hover:text-ink"
          onClick={onRemove}
          type="button"
        >
          <Icon name="close" size={10} />
        </button>
      )}
    </span>
  );
}

/** The group and the value. A plain word has no group. */
export function splitTag(tag: string): readonly [string, string] {
  const at = tag.indexOf(':');
  return at < 0 ? ['', tag] : [tag.slice(0, at), tag.slice(at + 1)];
}

/** The glossary entry of a tag or group. Checks own keys only, because a tag may be called `constructor`. */
export function findMeaning(entries: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
