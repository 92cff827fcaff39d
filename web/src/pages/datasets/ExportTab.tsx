import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { ItemStatus } from '../../../../src/conversation/item/item.ts';
import { itemCountQuery } from '../../data/items.ts';
import { snapshotsQuery, toExportPath } from '../../data/snapshots.ts';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { CopyButton } from '../../parts/button/CopyButton.tsx';
import { DownloadLink } from '../../parts/button/DownloadLink.tsx';
import { ExportFields } from '../../parts/export/ExportFields.tsx';
import { type ExportChoice, renderExportCommand, toFileName } from '../../parts/export/export-command.ts';
import { Segmented } from '../../parts/fields/Segmented.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { SnapshotList } from '../../parts/snapshots/SnapshotList.tsx';
import { isOfDataset } from '../../parts/snapshots/snapshot-filter.ts';

/** Exports the current conversations of a dataset, or one of its snapshots. */
export function ExportTab({ name }: { readonly name: string }) {
  return (
    <div className="flex flex-col gap-12">
      <ExportForm name={name} />
      <DatasetSnapshots name={name} />
    </div>
  );
}

function ExportForm({ name }: { readonly name: string }) {
  const [choice, setChoice] = useState<ExportChoice>({ format: 'items', withAudit: false });
  const [which, setWhich] = useState<'approved' | 'all'>('approved');
  const filter = { dataset: [name], ...(which === 'approved' ? { status: [ItemStatus.enum.approved] } : {}) };
  const { data: count } = useQuery(itemCountQuery(filter));
  const command = renderExportCommand(filter, choice);
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-semibold">Export</h2>
      <Segmented
        label="Which conversations"
        onChange={setWhich}
        segments={[
          { value: 'approved', label: 'Approved conversations' },
          { value: 'all', label: 'All conversations' },
        ]}
        value={which}
      />
      <ExportFields choice={choice} onChange={setChoice} />
      <div className="flex flex-wrap items-center gap-2">
        <DownloadLink kind="main" name={toFileName(filter, choice.format)} path={toExportPath(filter, choice)}>
          Download {count !== undefined && renderNumberOf(count, 'conversation')}
        </DownloadLink>
        <CopyButton label="Copy command" text={command} />
      </div>
    </section>
  );
}

function DatasetSnapshots({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(snapshotsQuery());
  const own = data?.snapshots.filter((snapshot) => isOfDataset(snapshot, name));
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Snapshots with these conversations</h2>
        <ButtonLink icon="camera" to="/snapshots">
          All snapshots
        </ButtonLink>
      </div>
      {own === undefined && error !== null && (
        <FaultView error={error} onRetry={refetch} title="Couldn't load snapshots." />
      )}
      {error === null && own === undefined && <LoadingView lines={3} />}
      {own?.length === 0 && (
        <p className="text-quiet">
          None yet. A snapshot freezes approved conversations so you can use and compare them later.
        </p>
      )}
      {own !== undefined && own.length > 0 && <SnapshotList snapshots={own} />}
    </section>
  );
}
