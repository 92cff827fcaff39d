import { Link } from '@tanstack/react-router';
import { toWholePercent } from '../../../../src/base/percent.ts';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { Meter } from '../../parts/feedback/Meter.tsx';
import { toProgress } from '../../parts/item/dataset-progress.ts';

/** The progress of each dataset. Of many, those with the most to review. */
export function DatasetProgress({ datasets }: { readonly datasets: readonly DatasetAnswer[] }) {
  const shown = listMostOpen(datasets);
  return (
    <section>
      <h2 className="pb-3 font-semibold">Progress</h2>
      <ul className="flex flex-col gap-4">
        {shown.map((dataset) => (
          <DatasetLine dataset={dataset} key={dataset.name} />
        ))}
      </ul>
      {shown.length < datasets.length && (
        <p className="pt-4">
          <ButtonLink to="/datasets">All {datasets.length.toLocaleString('en')} datasets</ButtonLink>
        </p>
      )}
    </section>
  );
}

function DatasetLine({ dataset }: { readonly dataset: DatasetAnswer }) {
  const { name } = dataset;
  const { all, approved, open } = toProgress(dataset);
  const share = all === 0 ? '0' : toWholePercent(approved / all);
  return (
    <li>
      <Link className="group flex flex-col gap-1.5 rounded-sm" params={{ name }} to="/datasets/$name">
        <span className="flex items-baseline justify-between gap-4">
          <span
            className="line-clamp-2 min-w-0 break-words font-medium group-hover:text-accent sm:line-clamp-1"
            dir="auto"
          >
            {name}
          </span>
          <span className="shrink-0 text-quiet text-sm tabular-nums">
            {all === 0
              ? 'No conversations yet'
              : `${approved.toLocaleString('en')} of ${all.toLocaleString('en')} approved`}
          </span>
        </span>
        <Meter
          label={`Approved in ${name}`}
          max={all}
          text={all === 0 ? 'No conversations yet' : `${approved} of ${all} approved, ${share} percent`}
          value={approved}
        />
        {all > 0 && (
          <span className="text-quiet text-xs tabular-nums">
            {open === 0 ? 'Nothing left to review' : `${open.toLocaleString('en')} to review`}
          </span>
        )}
      </Link>
    </li>
  );
}

type Counted = Pick<DatasetAnswer, 'name' | 'counts'>;

const mostShown = 12;

/** Limits the list to what fits. If there are more, those with the most to review come first. */
export function listMostOpen<Dataset extends Counted>(datasets: readonly Dataset[]): readonly Dataset[] {
  if (datasets.length <= mostShown) return datasets;
  const byOpen = datasets.toSorted((one, other) => toProgress(other).open - toProgress(one).open);
  return byOpen.slice(0, mostShown);
}
