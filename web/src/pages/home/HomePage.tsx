import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../app/use-page-title.ts';
import { myItemsQuery } from '../../data/assignments.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { CopyButton } from '../../parts/button/CopyButton.tsx';
import { toProgress } from '../../parts/item/dataset-progress.ts';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { DraftsWaiting } from '../review/editor/DraftsWaiting.tsx';
import { Changes, refreshMs } from './Changes.tsx';
import { DatasetProgress } from './DatasetProgress.tsx';
import { Waiting } from './Waiting.tsx';

/** Conversations assigned to you, the progress of all datasets, and recent activity. */
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

/** A skeleton in the shape of the page. */
function HomeSkeleton() {
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

const command = 'turnwise import file.jsonl';

const steps = [
  ['Import', 'Turnwise items, chat logs from most tools, or the failed conversations of a run.'],
  ['Review', 'Read each conversation, fix it, and add references, tags and a score.'],
  ['Use', 'Approved conversations become eval cases. Scores calibrate your judges.'],
] as const;

/** Shown until there are conversations: how to add the first ones. */
function FirstRun() {
  return (
    <PageBody>
      <h1 className="font-semibold text-2xl leading-tight tracking-tight">No conversations yet</h1>
      <p className="mt-1 max-w-prose text-quiet">
        Import a file to get started. You see a preview before anything is saved.
      </p>
      <div className="mt-5">
        <ButtonLink icon="upload" keys="g i" kind="main" size="large" to="/import">
          Import a file
        </ButtonLink>
      </div>
      <p className="mt-8 text-quiet">Or run this in a terminal, in the folder with the file:</p>
      <p className="mt-2 flex w-fit max-w-full items-center gap-3 rounded-md bg-shade py-1 pr-1 pl-3">
        <code className="min-w-0 overflow-x-auto whitespace-nowrap font-mono text-sm">{command}</code>
        <CopyButton text={command} />
      </p>
      <ol className="mt-12 grid gap-8 sm:grid-cols-3">
        {steps.map(([title, text], place) => (
          <li key={title}>
            <h2 className="font-semibold">
              <span className="text-quiet tabular-nums">{place + 1}</span> {title}
            </h2>
            <p className="mt-1 text-quiet text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </PageBody>
  );
}
