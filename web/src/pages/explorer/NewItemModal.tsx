import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ItemName } from '../../../../src/conversation/item/item.ts';
import { makeItem, RefusedItem } from '../../data/change-item.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { itemKeys } from '../../data/items.ts';
import { newId } from '../../data/new-id.ts';
import { refreshItemLists } from '../../data/stored-item.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Modal } from '../../parts/dialog/Modal.tsx';
import { DatasetField } from '../../parts/fields/DatasetField.tsx';
import { TextArea, TextField } from '../../parts/fields/TextField.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';

export interface NewItemModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dataset that the list is filtered by. */
  readonly dataset: string | undefined;
}

/** Creates a conversation by hand. Most come from files and runs. */
export function NewItemModal({ isOpen, onClose, dataset }: NewItemModalProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Create conversation">
      <NewItemForm dataset={dataset} />
    </Modal>
  );
}

function NewItemForm({ dataset }: Pick<NewItemModalProps, 'dataset'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const datasets = useQuery(datasetsQuery()).data?.datasets ?? [];
  const names = datasets.map(({ name }) => name);
  const usual = dataset ?? findLargest(datasets) ?? '';
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [givenId, setGivenId] = useState('');
  const [end] = useState(() => newId().slice(0, 4));
  const name = (chosen ?? usual).trim();
  const id = givenId.trim() === '' ? toNewItemId(question, end) : givenId.trim();
  const making = useMutation({
    mutationFn: () => makeItem({ dataset: name, id }, question),
    onSuccess: (params) => {
      void client.invalidateQueries({ queryKey: itemKeys.all });
      refreshItemLists(client);
      return navigate({ to: '/review/$dataset/$id', params });
    },
  });
  const isReady = question.trim() !== '' && ItemName.safeParse(name).success && ItemName.safeParse(id).success;
  const isTaken = making.error instanceof RefusedItem && making.error.code === 'DUPLICATE_ID';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !making.isPending) making.mutate();
  };
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <TextArea
        label="First question"
        maxLength={100_000}
        onChange={({ target }) => setQuestion(target.value)}
        rows={3}
        value={question}
      />
      <DatasetField datasets={names} hint="" onChange={setChosen} usual="Choose a dataset" value={chosen ?? usual} />
      <TextField
        autoComplete="off"
        label="ID (optional)"
        maxLength={200}
        onChange={({ target }) => {
          making.reset();
          setGivenId(target.value);
        }}
        placeholder={id}
        problem={isTaken ? 'Another conversation in this dataset has this ID.' : undefined}
        value={givenId}
      />
      {making.error !== null && !isTaken && (
        <FaultView error={making.error} title="Couldn't create the conversation." />
      )}
      <div className="flex justify-end">
        <Button disabled={!isReady || making.isPending} kind="main" type="submit">
          Create and open
        </Button>
      </div>
    </form>
  );
}

/** The dataset with the most conversations, the likely place for another one. */
function findLargest(datasets: readonly DatasetAnswer[]): string | undefined {
  const sizes = datasets.map(({ name, counts }) => ({
    name,
    size: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }));
  return sizes.toSorted((one, other) => other.size - one.size)[0]?.name;
}

/** The number of words taken from the question. */
const mostWords = 5;

/** An ID for a conversation, made from its question: `can-i-return-a-sofa-k3x9`. `end` makes it unique. */
export function toNewItemId(question: string, end: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.slice(0, mostWords).map((word) => word.slice(0, 20)), end].join('-');
}
