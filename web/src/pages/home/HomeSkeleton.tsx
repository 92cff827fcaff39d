import { PageBody } from '../../parts/PageBody.tsx';

/** In the shape of what is to come. */
export function HomeSkeleton() {
  return (
    <PageBody>
      <h1 className="sr-only">Home</h1>
      <div className="animate-late" role="status">
        <span className="sr-only">Loading</span>
        <div className="h-8 w-72 max-w-full animate-pulse rounded bg-hover" />
        <div className="mt-3 h-4 w-96 max-w-full animate-pulse rounded bg-shade" />
        <div className="mt-5 h-10 w-40 animate-pulse rounded-md bg-hover" />
        <div className="mt-6 flex flex-col gap-3">
          {['one', 'two', 'three'].map((line) => (
            <div className="h-12 animate-pulse rounded bg-shade" key={line} />
          ))}
        </div>
      </div>
    </PageBody>
  );
}
