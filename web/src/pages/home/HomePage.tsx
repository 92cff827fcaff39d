import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../app/use-page-title.ts';
import { myItemsQuery } from '../../data/assignments.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { toProgress } from '../../parts/dataset-progress.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { PageBody } from '../../parts/PageBody.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { DraftsWaiting } from '../review/editor/DraftsWaiting.tsx';
import { Changes } from './Changes.tsx';
import { DatasetProgress } from './DatasetProgress.tsx';
import { FirstRun } from './FirstRun.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { refreshMs } from './refresh.ts';
import { Waiting } from './Waiting.tsx';

/** What waits for me, how far everything is, what changed. */
export function HomePage() {
  usePageTitle('Home');
  const datasets = useQuery({ ...datasetsQuery(), refetchInterval: refreshMs });
  const mine = useQuery({ ...myItemsQuery(), refetchInterval: refreshMs });
  if (datasets.data === undefined || mine.data === undefined) {
    const fault = datasets.error ?? mine.error;
    if (fault === null) return <HomeSkeleton />;
    const retry = () => void Promise.all([datasets.refetch(), mine.refetch()]);
    return (
      <PageBody>
        <PageHead title="Home" />
        <DraftsWaiting />
        <div className="-mx-4">
          <FaultView error={fault} onRetry={retry} title="Couldn't load your queue." />
        </div>
      </PageBody>
    );
  }
  const all = datasets.data.datasets;
  const open = all.reduce((sum, dataset) => sum + toProgress(dataset).open, 0);
  if (all.every((dataset) => toProgress(dataset).all === 0)) return <FirstRun />;
  return (
    <PageBody>
      <DraftsWaiting />
      <Waiting items={mine.data.items} open={open} />
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <DatasetProgress datasets={all} />
        <Changes />
      </div>
    </PageBody>
  );
}
