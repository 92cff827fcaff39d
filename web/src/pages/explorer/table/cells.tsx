import { TagChip } from '../../../parts/TagChip.tsx';

/** A name beside the question. */
export function SmallText({ text }: { readonly text: string }) {
  return (
    <span className="line-clamp-2 break-words text-quiet text-sm" dir="auto">
      {text}
    </span>
  );
}

/** None is no number to look at. */
export function CountText({ count }: { readonly count: number }) {
  return <span className={count === 0 ? 'text-quiet' : undefined}>{count.toLocaleString('en')}</span>;
}

const mostTags = 3;

/** The first tags, and how many more there are. */
export function TagTexts({ tags }: { readonly tags: readonly string[] }) {
  const rest = tags.length - mostTags;
  return (
    <span className="flex max-h-[2.625rem] flex-wrap items-center gap-0.5 overflow-hidden">
      {tags.slice(0, mostTags).map((tag) => (
        <TagChip key={tag} tag={tag} />
      ))}
      {rest > 0 && <span className="text-quiet text-xs">+{rest}</span>}
    </span>
  );
}
