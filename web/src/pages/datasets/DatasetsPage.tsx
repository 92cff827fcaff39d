import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { datasetsQuery, instructionsQuery } from '../../data/datasets.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { SearchField } from '../../parts/fields/TextField.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { DatasetRow } from './DatasetRow.tsx';
import { NewDatasetModal } from './NewDatasetModal.tsx';
import { useChangeDataset } from './use-change-dataset.ts';

const route = getRouteApi('/datasets');

/** All datasets, their progress, and their share of the queue. */
export function DatasetsPage() {
  usePageTitle('Datasets');
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [isMaking, setMaking] = useState(false);
  const { data, error, isPending, refetch } = useQuery(datasetsQuery());
  const filter = useRef<HTMLDivElement>(null);
  const make = () => {
    typingAhead.expect();
    setMaking(true);
  };
  useAction('datasets.new', make);
  const all = data?.datasets ?? [];
  const hasFilter = all.length > 5;
  useAction('datasets.filter', hasFilter ? () => filter.current?.querySelector('input')?.focus() : undefined);
  const shown = all.filter((dataset) => hasText(dataset, q));
  return (
    <PageBody>
      <PageHead
        actions={
          <>
            <ButtonLink icon="upload" to="/import">
              Import
            </ButtonLink>
            <Button icon="add" keys="n" kind="main" onClick={make}>
              Create dataset
            </Button>
          </>
        }
        lead="The conversations your team reviews. A weight of 0 keeps a dataset out of the queue."
        title="Datasets"
      />
      {hasFilter && (
        <div className="max-w-xs pb-2" ref={filter}>
          <SearchField
            label="Filter datasets"
            onChange={(text) => navigate({ search: text === '' ? {} : { q: text }, replace: true })}
            placeholder="Filter by name  /"
            value={q}
          />
        </div>
      )}
      {isPending && <LoadingView lines={9} />}
      {data === undefined && error !== null && (
        <FaultView error={error} onRetry={refetch} title="Couldn't load datasets." />
      )}
      {data !== undefined && <DatasetRows all={all} filter={q} shown={shown} />}
      <NewDatasetModal
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={(name) => navigate({ to: '/datasets/$name', params: { name } })}
      />
    </PageBody>
  );
}

/** More rows would make the page slow. The filter finds the others. */
const mostShown = 100;

/** Each one is a request. With more datasets, instructions show only on the dataset's own page. */
const mostAsked = 40;

interface DatasetRowsProps {
  readonly all: readonly DatasetAnswer[];
  readonly shown: readonly DatasetAnswer[];
  readonly filter: string;
}

function DatasetRows({ all, shown, filter }: DatasetRowsProps) {
  const change = useChangeDataset();
  const list = useRowFocus();
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? shown : shown.slice(0, mostShown);
  const instructions = useQueries({ queries: shown.slice(0, mostAsked).map(({ name }) => instructionsQuery(name)) });
  if (all.length === 0) {
    return (
      <EmptyView icon="grid" title="No datasets yet">
        <p>A dataset is a set of conversations you review together. Importing a file creates one.</p>
        <ButtonLink icon="upload" kind="main" to="/import">
          Import conversations
        </ButtonLink>
      </EmptyView>
    );
  }
  if (shown.length === 0) return <EmptyView icon="search" title={`No dataset matches “${filter}”`} />;
  return (
    <>
      <ul className="border-line border-t" ref={list}>
        {rows.map((dataset, place) => (
          <DatasetRow
            all={all}
            dataset={dataset}
            hasInstructions={hasInstructions(instructions[place]?.data)}
            key={dataset.name}
            onWeight={(weight) => change(dataset, { weight })}
          />
        ))}
      </ul>
      {rows.length < shown.length && (
        <div className="pt-4">
          <Button onClick={() => setWhole(true)}>Show all {shown.length.toLocaleString('en')}</Button>
        </div>
      )}
    </>
  );
}

function hasText({ name, description }: DatasetAnswer, text: string): boolean {
  return `${name}\n${description}`.toLowerCase().includes(text.trim().toLowerCase());
}

function hasInstructions(answer: { readonly instructions: string } | undefined): boolean | undefined {
  return answer && answer.instructions.trim() !== '';
}

/** Moves the focus through the dataset names by key, starting at the first. */
function useRowFocus(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const find = () => {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-dataset]') ?? [])];
    const row = document.activeElement?.closest('li') ?? null;
    return { names, at: names.findIndex((name) => name.closest('li') === row) };
  };
  const step = (by: number) => {
    const { names, at } = find();
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), names.length - 1);
    names[next]?.focus();
  };
  useAction('datasets.next', () => step(1));
  useAction('datasets.previous', () => step(-1));
  useAction('datasets.open', () => {
    const { names, at } = find();
    names[at]?.click();
  });
  return list;
}
