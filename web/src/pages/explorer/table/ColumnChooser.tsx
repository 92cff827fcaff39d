import { Popover } from '@base-ui/react/popover';
import { Button } from '../../../parts/button/Button.tsx';
import { Checkbox } from '../../../parts/fields/Checkbox.tsx';
import { Tip } from '../../../parts/Tip.tsx';
import { type ColumnId, columnIds, firstColumns } from '../address/column-ids.ts';
import { columnLabels } from './item-columns.tsx';

export interface ColumnChooserProps {
  readonly columns: readonly ColumnId[];
  /** Undefined: the default columns. */
  readonly onChange: (columns: readonly ColumnId[] | undefined) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Chooses and orders the columns. Those in the table come first. */
export function ColumnChooser({ columns, onChange, isOpen, onOpen }: ColumnChooserProps) {
  const listed = [...columns, ...columnIds.filter((id) => !columns.includes(id))];
  return (
    <Popover.Root onOpenChange={(open) => onOpen(open)} open={isOpen}>
      <Tip keys="c" side="bottom" text="Choose columns">
        <Popover.Trigger render={<Button icon="columns" kind="quiet" />}>
          <span className="@max-3xl:sr-only">Columns</span>
        </Popover.Trigger>
      </Tip>
      <Popover.Portal>
        <Popover.Positioner align="end" className="z-50" sideOffset={4}>
          <Popover.Popup className="flex max-h-(--available-height) w-72 flex-col overflow-auto rounded-lg border border-line bg-card p-3 shadow-xl outline-none">
            <Popover.Title className="pb-2 font-semibold text-sm">Columns</Popover.Title>
            <ul>
              {listed.map((id) => (
                <ColumnLine columns={columns} id={id} key={id} onChange={onChange} />
              ))}
            </ul>
            <div className="pt-2">
              <Button disabled={columns.join() === firstColumns.join()} icon="undo" onClick={() => onChange(undefined)}>
                Reset
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ColumnLineProps extends Pick<ColumnChooserProps, 'columns' | 'onChange'> {
  readonly id: ColumnId;
}

function ColumnLine({ id, columns, onChange }: ColumnLineProps) {
  const at = columns.indexOf(id);
  const label = columnLabels[id];
  return (
    <li className="flex min-h-9 items-center justify-between gap-2">
      <Checkbox
        isChecked={at >= 0}
        isDisabled={id === 'question'}
        label={label}
        onChange={() => onChange(withColumnToggled(columns, id))}
      />
      {at >= 0 && (
        <span className="flex">
          <Button
            aria-label={`Move ${label} up`}
            icon="arrowUp"
            kind="quiet"
            onClick={() => onChange(withColumnMoved(columns, id, -1))}
          />
          <Button
            aria-label={`Move ${label} down`}
            icon="arrowDown"
            kind="quiet"
            onClick={() => onChange(withColumnMoved(columns, id, 1))}
          />
        </span>
      )}
    </li>
  );
}

/** Adds a column at the end, or removes it. The question is never removed. */
export function withColumnToggled(columns: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (id === 'question') return columns;
  return columns.includes(id) ? columns.filter((other) => other !== id) : [...columns, id];
}

/** Moves a column by one position, if it is not at the edge. */
export function withColumnMoved(columns: readonly ColumnId[], id: ColumnId, by: -1 | 1): readonly ColumnId[] {
  const from = columns.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const others = columns.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
