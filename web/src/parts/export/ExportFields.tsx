import { Checkbox } from '../fields/Checkbox.tsx';
import { Select } from '../fields/Select.tsx';
import { type ExportChoice, formatChoices, formatNotes } from './export-command.ts';

export interface ExportFieldsProps {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
}

/** The export format, and whether to include the audit log, which only the Turnwise format supports. */
export function ExportFields({ choice: { format, withAudit }, onChange }: ExportFieldsProps) {
  const hasRoom = format === 'items';
  return (
    <>
      <div className="flex max-w-prose flex-col gap-1.5">
        <div className="self-start">
          <Select
            choices={formatChoices}
            label="Format"
            onChange={(next) => onChange({ format: next, withAudit: withAudit && next === 'items' })}
            value={format}
          />
        </div>
        <p className="min-h-12 text-quiet text-sm">{formatNotes[format]}</p>
      </div>
      <Checkbox
        {...(hasRoom ? {} : { hint: 'Only available for Turnwise items.' })}
        isChecked={withAudit}
        isDisabled={!hasRoom}
        label="Include the audit log: who edited, claimed and reviewed each conversation, and when"
        onChange={(next) => onChange({ format, withAudit: next })}
      />
    </>
  );
}
