import { PageBody } from '../../parts/page/PageBody.tsx';

/** A skeleton while the code of a page loads. */
export function PendingPage() {
  return (
    <PageBody>
      <div className="flex flex-col gap-4" role="status">
        <h1 className="sr-only">Loading page</h1>
        <div className="h-8 w-48 animate-pulse rounded bg-hover" />
        <div className="h-4 w-80 max-w-full animate-pulse rounded bg-shade" />
        <div className="mt-4 h-4 w-full animate-pulse rounded bg-shade" />
        <div className="h-4 w-5/6 animate-pulse rounded bg-shade" />
        <div className="h-4 w-2/3 animate-pulse rounded bg-shade" />
      </div>
    </PageBody>
  );
}
