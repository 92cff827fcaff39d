import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { renderNumberOf } from '../../../../../src/base/number-of.ts';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { type ItemFilter, itemCountQuery } from '../../../data/items.ts';
import { toExportPath } from '../../../data/snapshots.ts';
import { CopyButton } from '../../../parts/button/CopyButton.tsx';
import { DownloadLink } from '../../../parts/button/DownloadLink.tsx';
import { Modal } from '../../../parts/dialog/Modal.tsx';
import { ExportFields } from '../../../parts/export/ExportFields.tsx';
import { type ExportChoice, renderExportCommand, toFileName } from '../../../parts/export/export-command.ts';
import { Segmented } from '../../../parts/fields/Segmented.tsx';
import { SnapshotOffer } from './SnapshotOffer.tsx';

export interface ExportDialogProps {
  readonly filter: ItemFilter;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Exports the filtered items to a file, or takes a snapshot of them. */
export function ExportDialog({ filter, isOpen, onClose }: ExportDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="wide" title="Export">
      <div className="flex flex-col gap-6">
        <FileOffer filter={filter} />
        <SnapshotOffer filter={filter} onClose={onClose} />
      </div>
    </Modal>
  );
}

function FileOffer({ filter: all }: { readonly filter: ItemFilter }) {
  const mix = useStatusMix(all);
  const [which, setWhich] = useState<'all' | 'approved'>('all');
  const approved = mix?.find(({ status }) => status === 'approved')?.count ?? 0;
  const canNarrow = mix !== undefined && isMixed(mix) && approved > 0;
  const isNarrowed = canNarrow && which === 'approved';
  const filter: ItemFilter = isNarrowed ? { ...all, status: ['approved'] } : all;
  const total = mix?.reduce((sum, { count }) => sum + count, 0);
  const count = isNarrowed ? approved : total;
  const [choice, setChoice] = useState<ExportChoice>({ format: 'items', withAudit: false });
  const path = toExportPath(filter, choice);
  return (
    <section className="flex flex-col gap-4">
      <div className="flex min-h-20 flex-col items-start gap-2">
        <p>
          <strong className="tabular-nums">{mix === undefined ? '…' : `${toMixWords(mix)}.`}</strong>{' '}
          <span className="text-quiet">The file has one conversation per line, sorted by dataset and ID.</span>
        </p>
        {canNarrow && (
          <Segmented
            label="Which conversations"
            onChange={setWhich}
            segments={[
              { value: 'all', label: 'All' },
              { value: 'approved', label: 'Approved only' },
            ]}
            value={which}
          />
        )}
      </div>
      <ExportFields choice={choice} onChange={setChoice} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DownloadLink kind="main" name={toFileName(filter, choice.format)} path={path}>
          Download {count !== undefined && renderNumberOf(count, 'conversation')}
        </DownloadLink>
        <span className="min-w-0 break-all text-quiet text-sm" dir="ltr">
          {toFileName(filter, choice.format)}
        </span>
      </div>
      <TextToCopy label="In a terminal" text={renderExportCommand(filter, choice)} />
      <TextToCopy label="With the API" text={`${location.origin}${path}`} />
    </section>
  );
}

function TextToCopy({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium text-quiet text-xs">{label}</h3>
      <div className="flex items-start gap-2 rounded-md bg-shade py-1 pr-1 pl-3">
        <code className="wrap-anywhere min-w-0 flex-1 py-1 font-mono text-xs leading-5" dir="ltr">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
    </div>
  );
}

/** Approved comes first, because most exports need it. Deleted items match only an explicit filter. */
const shownFirst = ItemStatus.options.filter((status) => status !== 'deleted').toSorted(byApproval);

/** The number of matching items per status. Undefined until all are counted. */
function useStatusMix(filter: ItemFilter): readonly StatusCount[] | undefined {
  const statuses = filter.status?.toSorted(byApproval) ?? shownFirst;
  const counts = useQueries({ queries: statuses.map((status) => itemCountQuery({ ...filter, status: [status] })) });
  const mix = statuses.flatMap((status, at) => {
    const count = counts[at]?.data;
    return count === undefined ? [] : [{ status, count }];
  });
  return mix.length === statuses.length ? mix : undefined;
}

function byApproval(one: ItemStatus, other: ItemStatus): number {
  return Number(other === 'approved') - Number(one === 'approved');
}

export interface StatusCount {
  readonly status: ItemStatus;
  readonly count: number;
}

const words: Readonly<Record<ItemStatus, readonly [one: string, many: string]>> = {
  approved: ['approved', 'approved'],
  draft: ['draft', 'drafts'],
  'in-review': ['in review', 'in review'],
  'awaiting-adjudication': ['needs adjudication', 'need adjudication'],
  skipped: ['skipped', 'skipped'],
  deleted: ['deleted', 'deleted'],
};

/** "27 conversations: 9 approved, 15 drafts, 3 skipped". Without the parts if all have one status. */
export function toMixWords(mix: readonly StatusCount[]): string {
  const total = renderNumberOf(
    mix.reduce((sum, { count }) => sum + count, 0),
    'conversation',
  );
  return isMixed(mix) ? `${total}: ${listPresent(mix).map(toPart).join(', ')}` : total;
}

/** Whether the items have different statuses. */
export function isMixed(mix: readonly StatusCount[]): boolean {
  return listPresent(mix).length > 1;
}

function listPresent(mix: readonly StatusCount[]): readonly StatusCount[] {
  return mix.filter(({ count }) => count > 0);
}

function toPart({ status, count }: StatusCount): string {
  const [one, many] = words[status];
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
