import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { useAction } from '../../../app/keys/use-action.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { ButtonLink } from '../../../parts/button/ButtonLink.tsx';
import { Tip } from '../../../parts/Tip.tsx';
import { useItemActs } from './use-item-acts.ts';

export interface ItemActionsProps {
  readonly item: ItemAnswer;
  /** Another item is loading, so actions on this one are disabled. */
  readonly isOff: boolean;
}

/** The actions on the item in the preview. */
export function ItemActions({ item, isOff }: ItemActionsProps) {
  const { isBusy, duplicate, remove, restore } = useItemActs();
  const params = { dataset: item.datasetName, id: item.id };
  const isDeleted = item.status === 'deleted';
  const isPossible = !isOff && !isBusy;
  useAction('explorer.duplicate', isPossible && !isDeleted ? () => duplicate(item) : undefined);
  useAction('explorer.delete', isPossible && !isDeleted ? () => remove(item) : undefined);
  useAction('explorer.restore', isPossible && isDeleted ? () => restore(item) : undefined);
  return (
    <div className="flex flex-wrap gap-1.5">
      <ButtonLink icon="edit" keys="Enter" kind="main" params={params} to="/review/$dataset/$id">
        Review
      </ButtonLink>
      <ButtonLink icon="clock" params={params} to="/items/$dataset/$id/history">
        History
      </ButtonLink>
      {isDeleted ? (
        <Button disabled={!isPossible} icon="restore" onClick={() => restore(item)}>
          Restore
        </Button>
      ) : (
        <>
          <Tip keys="Shift+D" text="Duplicate">
            <Button aria-label="Duplicate" disabled={!isPossible} icon="copy" onClick={() => duplicate(item)} />
          </Tip>
          <Tip keys="Shift+X" text="Delete">
            <Button
              aria-label="Delete"
              disabled={!isPossible}
              icon="trash"
              kind="danger"
              onClick={() => remove(item)}
            />
          </Tip>
        </>
      )}
    </div>
  );
}
