import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Time } from '../../parts/Time.tsx';
import type { ChangeRun } from './change-runs.ts';
import { toChangeWords } from './change-words.ts';

const shownNames = 3;

export interface ChangeLineProps {
  readonly run: ChangeRun;
  readonly now: number;
  /** Older events of the run may not be loaded yet. */
  readonly isCut: boolean;
}

/** "ada approved late-return in support, 5 minutes ago", with a link. */
export function ChangeLine({ run, now, isCut }: ChangeLineProps) {
  const { by, action, dataset, items, at } = run;
  const { verb, count, where } = toChangeWords(run, isCut);
  const canOpen = action !== 'purge' && dataset !== undefined;
  const names = items.map((item) => <ItemName dataset={canOpen ? dataset : undefined} item={item} key={item} />);
  return (
    <li className="py-1 text-sm">
      <p className="break-words">
        <bdi className="font-medium">{by}</bdi> {verb} {count ?? names[0]}{' '}
        {where !== undefined && where !== '' && `${where} `}
        {where !== undefined && dataset !== undefined && <DatasetName name={dataset} />}
        <span className="whitespace-nowrap text-quiet text-xs">
          {' '}
          · <Time at={at} now={now} />
        </span>
      </p>
      {count !== undefined && (
        <p className="flex min-w-0 flex-wrap gap-x-2 text-quiet text-xs">
          {names.slice(0, shownNames)}
          {names.length > shownNames && <span>and {names.length - shownNames} more</span>}
        </p>
      )}
    </li>
  );
}

function ItemName({ dataset, item }: { readonly dataset: string | undefined; readonly item: string }) {
  if (dataset === undefined) return <Name>{item}</Name>;
  return (
    <Link
      className="inline-block min-h-6 max-w-full content-center hover:text-accent"
      params={{ dataset, id: item }}
      to="/items/$dataset/$id/history"
    >
      <Name>{item}</Name>
    </Link>
  );
}

function DatasetName({ name }: { readonly name: string }) {
  return (
    <Link className="hover:text-accent" params={{ name }} to="/datasets/$name">
      <Name>{name}</Name>
    </Link>
  );
}

/** Names can be in any script and of any length. */
function Name({ children }: { readonly children: ReactNode }) {
  return <bdi className="break-words underline decoration-line underline-offset-2">{children}</bdi>;
}
