/**
 * Placeholder lines for content that is loading. They appear late, so that fast content does not flash. Screen readers
 * announce only the label.
 */
export function LoadingView({ lines = 4, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className="flex animate-late flex-col gap-3 p-4" role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all the same
        <div className="h-4 animate-pulse rounded bg-shade odd:w-4/5" key={line} />
      ))}
    </div>
  );
}
