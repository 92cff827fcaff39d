import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ItemStatus } from '../../../../src/conversation/item/item.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { Meter } from '../../parts/feedback/Meter.tsx';
import { toProgress, toProgressWords } from '../../parts/item/dataset-progress.ts';
import { StatusMark } from '../../parts/item/StatusMark.tsx';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import { AssistantRolesField } from './AssistantRolesField.tsx';
import { Description } from './Description.tsx';
import { toShareWords } from './queue-shares.ts';
import { useChangeDataset } from './use-change-dataset.ts';
import { WeightField } from './WeightField.tsx';

/** The description of a dataset, its progress, and its share of the queue. */
export function OverviewTab({ dataset }: { readonly dataset: DatasetAnswer }) {
  const all = useQuery(datasetsQuery()).data?.datasets ?? [dataset];
  const change = useChangeDataset();
  const progress = toProgress(dataset);
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-8">
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold">Progress</h2>
          <Meter label="Progress" max={progress.all} text={toProgressWords(progress)} value={progress.approved} />
          <StatusCounts dataset={dataset} />
        </section>
        <Description dataset={dataset} />
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold">Assistant roles</h2>
          <div className="max-w-md">
            <AssistantRolesField
              onChange={(assistantRoles) => change(dataset, { assistantRoles })}
              roles={dataset.assistantRoles}
            />
          </div>
          <p className="text-quiet text-sm">
            If the replies of your agent have a role other than assistant, name it here. Turns with that role then count
            as assistant turns. Separate several roles with commas.
          </p>
        </section>
      </div>
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold">Share of the queue</h2>
        <div className="w-28">
          <WeightField
            dataset={dataset.name}
            onChange={(weight) => change(dataset, { weight })}
            weight={dataset.weight}
          />
        </div>
        <p>{toShareWords(dataset, all)}</p>
        <p className="text-quiet text-sm">
          When reviewers claim conversations, they get drafts from all datasets in proportion to weight. Twice the
          weight means twice the conversations. 0 keeps a dataset out of the queue.
        </p>
      </section>
    </div>
  );
}

function StatusCounts({ dataset: { name, counts } }: { readonly dataset: DatasetAnswer }) {
  const present = ItemStatus.options.filter((status) => (counts[status] ?? 0) > 0);
  if (present.length === 0) return <p className="text-quiet">No conversations yet. Import some to get started.</p>;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {present.map((status) => (
        <li key={status}>
          <Link
            className="inline-flex min-h-7 items-center gap-2 rounded hover:underline"
            search={toExplorerSearch({ filter: { dataset: [name], status: [status] } })}
            to="/items"
          >
            <span className="font-semibold tabular-nums">{counts[status]?.toLocaleString('en')}</span>
            <StatusMark status={status} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
