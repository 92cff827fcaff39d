import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ItemStatus } from '../../../../src/conversation/item/item.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { type Snapshot, snapshotsQuery, takeSnapshot } from '../../data/snapshots.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Modal } from '../../parts/dialog/Modal.tsx';
import { Checkbox } from '../../parts/fields/Checkbox.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';

export interface TakeSnapshotModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTaken: (snapshot: Snapshot) => void;
}

/** Takes a snapshot of the current items. */
export function TakeSnapshotModal({ isOpen, onClose, onTaken }: TakeSnapshotModalProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Take snapshot">
      <TakeSnapshotForm onTaken={onTaken} />
    </Modal>
  );
}

const statuses: readonly { readonly status: ItemStatus; readonly label: string }[] = [
  { status: 'approved', label: 'Approved' },
  { status: 'draft', label: 'Drafts' },
  { status: 'skipped', label: 'Skipped' },
];

function TakeSnapshotForm({ onTaken }: Pick<TakeSnapshotModalProps, 'onTaken'>) {
  const client = useQueryClient();
  const datasets = useQuery(datasetsQuery()).data?.datasets ?? [];
  const [names, setNames] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState<readonly ItemStatus[]>(['approved']);
  const taking = useMutation({
    mutationFn: () => takeSnapshot({ status: wanted, ...(names.length === 0 ? {} : { dataset: names }) }),
    onSuccess: async (snapshot) => {
      await client.invalidateQueries({ queryKey: snapshotsQuery().queryKey });
      onTaken(snapshot);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    taking.mutate();
  };
  return (
    <form className="flex flex-col gap-5" onSubmit={submit}>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium text-quiet text-xs">Datasets</legend>
        <Checkbox isChecked={names.length === 0} label="All datasets" onChange={() => setNames([])} />
        {datasets.map(({ name }) => (
          <Checkbox
            isChecked={names.includes(name)}
            key={name}
            label={name}
            onChange={(isChecked) => setNames(toggle(names, name, isChecked))}
          />
        ))}
      </fieldset>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium text-quiet text-xs">Conversations</legend>
        {statuses.map(({ status, label }) => (
          <Checkbox
            isChecked={wanted.includes(status)}
            key={status}
            label={label}
            onChange={(isChecked) => setWanted(toggle(wanted, status, isChecked))}
          />
        ))}
      </fieldset>
      <p className="text-quiet text-sm">
        Saves a copy of these conversations. You can keep editing them without changing the copy. If nothing has changed
        since the last snapshot, no new one is created.
      </p>
      {taking.error !== null && <FaultView error={taking.error} title="Couldn't take the snapshot." />}
      <div className="flex justify-end">
        <Button disabled={taking.isPending || wanted.length === 0} icon="camera" kind="main" type="submit">
          Take snapshot
        </Button>
      </div>
    </form>
  );
}

function toggle<Value>(values: readonly Value[], value: Value, isIn: boolean): readonly Value[] {
  const others = values.filter((other) => other !== value);
  return isIn ? [...others, value] : others;
}
