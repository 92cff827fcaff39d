import { Link } from '@tanstack/react-router';
import { toWholePercent } from '../../../../src/base/percent.ts';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { Meter } from '../../parts/feedback/Meter.tsx';
import { type Progress, toProgress, toProgressWords } from '../../parts/item/dataset-progress.ts';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import { toShareWords } from './queue-shares.ts';
import { WeightField } from './WeightField.tsx';

export interface DatasetRowProps {
  readonly dataset: DatasetAnswer;
  /** The queue share depends on all datasets. */
  readonly all: readonly DatasetAnswer[];
  /** Undefined until it is known. */
  readonly hasInstructions: boolean | undefined;
  readonly onWeight: (weight: number) => void;
}

/** A dataset in the list: its progress, its share of the queue, and links to its conversations. */
export function DatasetRow({ dataset, all, hasInstructions, onWeight }: DatasetRowProps) {
  const { name, description, weight } = dataset;
  const progress = toProgress(dataset);
  const words = toProgressWords(progress);
  return (
    <li className="grid gap-x-8 gap-y-4 border-line border-b py-5 md:grid-cols-[minmax(0,1fr)_14rem_9rem] xl:grid-cols-[minmax(0,1fr)_17rem_11rem]">
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-semibold text-lg leading-snug">
          <Link
            className="break-words rounded hover:underline"
            data-dataset={name}
            dir="auto"
            params={{ name }}
            to="/datasets/$name"
          >
            {name}
          </Link>
        </h2>
        {description !== '' && (
          <p className="line-clamp-2 text-quiet text-sm" dir="auto">
            {description}
          </p>
        )}
        <p className="-ms-2.5 mt-1 flex flex-wrap gap-x-1">
          <ButtonLink kind="quiet" search={toExplorerSearch({ filter: { dataset: [name] } })} to="/items">
            Browse
          </ButtonLink>
          {progress.open > 0 && (
            <ButtonLink
              kind="quiet"
              search={toExplorerSearch({ filter: { dataset: [name], status: ['draft'] } })}
              to="/items"
            >
              Drafts
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" params={{ name }} search={{ tab: 'instructions' }} to="/datasets/$name">
            {hasInstructions === false ? 'Write instructions' : 'Instructions'}
          </ButtonLink>
          <ButtonLink kind="quiet" params={{ name }} search={{ tab: 'export' }} to="/datasets/$name">
            Export
          </ButtonLink>
          <ButtonLink kind="quiet" search={{ dataset: name }} to="/import">
            Import
          </ButtonLink>
        </p>
      </div>
      <div className="flex flex-col gap-1.5 md:pt-1">
        {progress.all > 0 && (
          <>
            <p className="text-sm">
              <span className="font-semibold text-lg tabular-nums">{toPercent(progress)}</span>{' '}
              <span className="text-quiet">approved</span>
            </p>
            <Meter label={`Progress of ${name}`} max={progress.all} text={words} value={progress.approved} />
          </>
        )}
        <p className="text-quiet text-sm">{words}</p>
      </div>
      <div className="flex flex-col gap-1.5 md:pt-1">
        <div className="w-18">
          <WeightField dataset={name} onChange={onWeight} weight={weight} />
        </div>
        <p className="text-quiet text-sm leading-snug">{toShareWords(dataset, all)}</p>
      </div>
    </li>
  );
}

function toPercent({ approved, all }: Progress): string {
  return `${toWholePercent(approved / all)}%`;
}
