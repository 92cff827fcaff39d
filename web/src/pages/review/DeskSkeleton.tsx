/** Grey shapes where the item will be. */
export function DeskSkeleton({ hasPanels }: { readonly hasPanels: boolean }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" role="status">
      <h1 className="sr-only">Loading conversation</h1>
      <div className="flex min-h-14 items-center gap-4 border-line border-b bg-card px-4">
        <div className="h-4 w-48 animate-pulse rounded bg-shade" />
        <div className="ms-auto h-8 w-56 animate-pulse rounded bg-shade" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 px-4 pt-4">
          <div className="mx-auto flex max-w-3xl flex-col gap-2.5">
            <div className="h-24 animate-pulse rounded-lg bg-user xl:ms-12" />
            <div className="h-44 animate-pulse rounded-lg bg-card" />
            <div className="h-24 animate-pulse rounded-lg bg-user xl:ms-12" />
            <div className="h-36 animate-pulse rounded-lg bg-card" />
          </div>
        </div>
        {hasPanels && <div className="hidden w-88 border-line border-l lg:block" />}
      </div>
    </div>
  );
}
