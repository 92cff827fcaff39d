import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { z } from 'zod';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { changeInstructions, datasetQuery, instructionsQuery } from '../../data/datasets.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { FaultView, isNotFound } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { Tabs } from '../../parts/page/Tabs.tsx';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import type { DatasetTab } from './dataset-search.ts';
import { ExportTab } from './ExportTab.tsx';
import { InstructionsEditor } from './InstructionsEditor.tsx';
import { OverviewTab } from './OverviewTab.tsx';

const route = getRouteApi('/datasets/$name');

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'instructions', label: 'Instructions' },
  { name: 'export', label: 'Export' },
] as const;

/** One dataset: its description, progress, reviewer instructions and export. */
export function DatasetPage() {
  const { name } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(datasetQuery(name));
  usePageTitle(name);
  const show = (next: DatasetTab) => navigate({ search: next === 'overview' ? {} : { tab: next }, replace: true });
  useAction('datasets.overview', () => show('overview'));
  useAction('datasets.instructions', () => show('instructions'));
  useAction('datasets.export', () => show('export'));
  return (
    <PageBody>
      <PageHead
        above={
          <Link className="hover:underline" to="/datasets">
            Datasets
          </Link>
        }
        actions={
          <>
            <ButtonLink icon="upload" search={{ dataset: name }} to="/import">
              Import conversations
            </ButtonLink>
            <ButtonLink icon="search" search={toExplorerSearch({ filter: { dataset: [name] } })} to="/items">
              Browse
            </ButtonLink>
          </>
        }
        title={name}
      />
      {isNotFound(error) && data === undefined ? (
        <FaultView error={error} title="Couldn't load the dataset." />
      ) : (
        <Tabs current={tab} label={`About ${name}`} onChange={show} tabs={tabs}>
          <div className="pt-6">
            {tab === 'overview' && data !== undefined && <OverviewTab dataset={data} key={name} />}
            {tab === 'overview' && data === undefined && error === null && <LoadingView lines={6} />}
            {tab === 'overview' && data === undefined && error !== null && (
              <FaultView error={error} onRetry={refetch} title="Couldn't load the dataset." />
            )}
            {tab === 'instructions' && <InstructionsTab key={name} name={name} />}
            {tab === 'export' && <ExportTab key={name} name={name} />}
          </div>
        </Tabs>
      )}
    </PageBody>
  );
}

const edits = new SettingKind('instructions', z.string());

/** The instructions for reviewers. Unsaved text is kept on this computer. */
function InstructionsTab({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(instructionsQuery(name));
  const { data: editor } = useQuery(edits.editorQuery(name));
  if (data === undefined && error !== null)
    return <FaultView error={error} onRetry={refetch} title="Couldn't load the instructions." />;
  if (data === undefined || editor === undefined) return <LoadingView lines={8} />;
  return (
    <InstructionsEditor
      source={{
        editor,
        stored: { value: data.instructions, version: data._etag },
        send: async ({ value, version }) => {
          const answer = await changeInstructions(name, version, value);
          client.setQueryData(instructionsQuery(name).queryKey, answer);
          return { value: answer.instructions, version: answer._etag };
        },
        refresh: () => void refetch(),
        isSame: (one, other) => one === other,
      }}
      theirName={data.updatedBy}
      theirTime={data.updatedAt}
    />
  );
}
