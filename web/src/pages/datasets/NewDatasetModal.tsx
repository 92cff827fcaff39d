import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ItemName } from '../../../../src/conversation/item/item.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { datasetsQuery, makeDataset } from '../../data/datasets.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Modal } from '../../parts/dialog/Modal.tsx';
import { TextArea, TextField } from '../../parts/fields/TextField.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';

export interface NewDatasetModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (name: string) => void;
}

/** Creates a dataset. An import creates the datasets it names by itself. */
export function NewDatasetModal({ isOpen, onClose, onMade }: NewDatasetModalProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Create dataset">
      <NewDatasetForm onMade={onMade} />
    </Modal>
  );
}

function NewDatasetForm({ onMade }: Pick<NewDatasetModalProps, 'onMade'>) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const making = useMutation({
    mutationFn: () => makeDataset({ name: name.trim(), ...(description === '' ? {} : { description }) }),
    onSuccess: async ({ name: made }) => {
      await client.invalidateQueries({ queryKey: datasetsQuery().queryKey });
      onMade(made);
    },
  });
  const problem = findNameProblem(name, making.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (ItemName.safeParse(name).success) making.mutate();
  };
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <TextField
        autoComplete="off"
        label="Name"
        maxLength={200}
        onChange={(event) => {
          making.reset();
          setName(event.target.value);
        }}
        problem={isTried ? problem : undefined}
        value={name}
      />
      <TextArea
        label="Description (optional)"
        maxLength={10_000}
        onChange={(event) => setDescription(event.target.value)}
        rows={3}
        value={description}
      />
      {making.error !== null && problem === undefined && (
        <FaultView error={making.error} title="Couldn't create the dataset." />
      )}
      <div className="flex justify-end">
        <Button disabled={making.isPending} kind="main" type="submit">
          Create dataset
        </Button>
      </div>
    </form>
  );
}

function findNameProblem(name: string, error: Error | null): string | undefined {
  if (error instanceof ApiFault && error.code === 'DATASET_EXISTS') return 'A dataset with this name already exists.';
  if (name.trim() === '') return 'Enter a name.';
  return ItemName.safeParse(name).error?.issues[0]?.message;
}
