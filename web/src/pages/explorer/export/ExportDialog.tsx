import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemFilter, itemCountQuery } from '../../../data/items.ts';
import { toExportPath } from '../../../data/snapshots.ts';
import { LinkFace } from '../../../parts/ButtonLink.tsx';
import { Checkbox } from '../../../parts/Checkbox.tsx';
import { CopyButton } from '../../../parts/CopyButton.tsx';
import { renderExportCommand, toFileName } from '../../../parts/export/export-command.ts';
import { type ExportFormat, formatChoices, formatNotes } from '../../../parts/export/export-formats.ts';
import { Modal } from '../../../parts/Modal.tsx';
import { Select } from '../../../parts/Select.tsx';
import { SnapshotOffer } from './SnapshotOffer.tsx';

export interface ExportDialogProps {
  readonly filter: ItemFilter;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What the filters give, as a file or as a snapshot. */
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

function FileOffer({ filter }: { readonly filter: ItemFilter }) {
  const { data: count } = useQuery(itemCountQuery(filter));
  const [format, setFormat] = useState<ExportFormat>('items');
  const [isAuditWanted, setAuditWanted] = useState(false);
  const withAudit = isAuditWanted && format === 'items';
  const path = toExportPath(filter, { format, ...(withAudit ? { withAudit } : {}) });
  return (
    <section className="flex flex-col gap-4">
      <p>
        <strong className="tabular-nums">{count?.toLocaleString('en') ?? '…'}</strong>{' '}
        {count === 1 ? 'item fits' : 'items fit'} the filters. The file has one on each line, sorted by dataset and id.
      </p>
      <div className="flex flex-col gap-1.5">
        <div className="self-start">
          <Select choices={formatChoices} label="Format" onChange={setFormat} value={format} />
        </div>
        <p className="min-h-10 max-w-prose text-quiet text-sm">{formatNotes[format]}</p>
      </div>
      <Checkbox
        hint={
          format === 'items' ? 'Who changed, held and reviewed each item, and when.' : 'Only items have room for it.'
        }
        isChecked={withAudit}
        isDisabled={format !== 'items'}
        label="With its past"
        onChange={setAuditWanted}
      />
      <div>
        <LinkFace download={toFileName(filter, format)} href={path} icon="download" kind="main">
          Download {toFileName(filter, format)}
        </LinkFace>
      </div>
      <TextToCopy label="The same in a terminal" text={renderExportCommand(filter, { format, withAudit })} />
      <TextToCopy label="The same from a program" text={`${location.origin}${path}`} />
    </section>
  );
}

function TextToCopy({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium text-quiet text-xs">{label}</h3>
      <div className="flex items-start gap-2 rounded-md bg-shade py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-xs leading-5" dir="ltr">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
