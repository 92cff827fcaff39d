import { type FormEvent, useId, useState } from 'react';
import type { MissingThing } from '../../../../src/curate/approval.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Modal } from '../../parts/dialog/Modal.tsx';
import { TextArea } from '../../parts/fields/TextField.tsx';

export interface ApproveAnywayProps {
  readonly isOpen: boolean;
  /** Answers that fail their own key. */
  readonly things: readonly MissingThing[];
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why an item is approved although an answer fails its own answer key. */
export function ApproveAnyway({ isOpen, things, onReason, onClose }: ApproveAnywayProps) {
  const id = useId();
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form={id} keys="Mod+Enter" kind="main" type="submit">
            Approve anyway
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title="Approve anyway?"
    >
      <ReasonForm
        id={id}
        onReason={(reason) => {
          onClose();
          onReason(reason);
        }}
        things={things}
      />
    </Modal>
  );
}

function ReasonForm({
  id,
  things,
  onReason,
}: Pick<ApproveAnywayProps, 'things' | 'onReason'> & { readonly id: string }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setProblem("Enter a reason. It's saved with the approval.");
    else onReason(reason.trim());
  };
  return (
    <form className="flex flex-col gap-3" id={id} onSubmit={submit}>
      <ul className="flex flex-col gap-1 text-sm">
        {things.map(({ path, message }) => (
          <li className="break-words" dir="auto" key={`${path} ${message}`}>
            {message}
          </li>
        ))}
      </ul>
      <TextArea
        autoFocus
        label="Reason"
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        placeholder="Why the answer is right as it is"
        problem={problem}
        rows={2}
        value={reason}
      />
    </form>
  );
}
