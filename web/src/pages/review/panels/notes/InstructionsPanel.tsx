import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { instructionsQuery } from '../../../../data/datasets.ts';
import { Markdown } from '../../../../parts/markdown/Markdown.tsx';
import { EmptyView } from '../../../../parts/page/EmptyView.tsx';
import { FaultView } from '../../../../parts/page/FaultView.tsx';
import { LoadingView } from '../../../../parts/page/LoadingView.tsx';
import { Time } from '../../../../parts/Time.tsx';

/** The instructions for reviewers of the dataset. */
export function InstructionsPanel({ dataset }: { readonly dataset: string }) {
  const { data, error, isLoadingError, refetch } = useQuery(instructionsQuery(dataset));
  if (isLoadingError) {
    return <FaultView error={error} onRetry={() => refetch()} title="Couldn't load the instructions." />;
  }
  if (data === undefined) return <LoadingView label="Loading instructions" lines={6} />;
  if (data.instructions.trim() === '') {
    return (
      <EmptyView icon="book" title="No instructions yet">
        <p>Describe what makes a good answer in this dataset. Every reviewer sees it here.</p>
        <EditLink dataset={dataset} text="Write instructions" />
      </EmptyView>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Markdown text={data.instructions} />
      <p className="border-line border-t pt-3 text-quiet text-xs">
        {data.updatedBy !== undefined && data.updatedAt !== undefined && (
          <>
            Last edited by <bdi>{data.updatedBy}</bdi>, <Time at={data.updatedAt} />.{' '}
          </>
        )}
        <EditLink dataset={dataset} text="Edit instructions" />
      </p>
    </div>
  );
}

function EditLink({ dataset, text }: { readonly dataset: string; readonly text: string }) {
  return (
    <Link
      className="rounded text-accent underline underline-offset-2"
      params={{ name: dataset }}
      search={{ tab: 'instructions' }}
      to="/datasets/$name"
    >
      {text}
    </Link>
  );
}
