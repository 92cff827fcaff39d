import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../parts/Icon.tsx';
import { KeyCaps } from '../../../parts/KeyCaps.tsx';
import { loadTurnMenu } from './TurnPopups.tsx';
import type { TurnActs } from './turn-acts.ts';
import type { TurnField } from './turn-work.ts';

const look =
  'inline-flex min-h-7 min-w-7 items-center justify-center gap-1.5 rounded-md px-1.5 text-quiet text-xs hover:bg-hover hover:text-ink';

interface TurnToolsProps {
  readonly turnId: string;
  readonly number: number;
  readonly acts: TurnActs;
  /** What of the turn is being written. */
  readonly open: TurnField | undefined;
}

/** What can be done to a turn. */
export function TurnTools({ turnId, number, acts, open }: TurnToolsProps) {
  const done = <Tool icon="approve" keys="Escape" label="Done" onClick={() => acts.finish(turnId)} />;
  return (
    <div className="flex min-w-7 flex-1 items-center justify-end">
      {/* What has no room goes to a second line, which is not seen: the menu has it, too. */}
      <div className="flex h-7 min-w-0 flex-wrap justify-end overflow-hidden">
        {open === 'text' ? done : <Tool icon="edit" keys="e" label="Edit" onClick={() => acts.open(turnId, 'text')} />}
        {open === 'key' ? done : <Tool icon="key" keys="y" label="Key" onClick={() => acts.open(turnId, 'key')} />}
        <Tool icon="add" keys="o" label="Insert" onClick={() => acts.insert(turnId, 'after')} />
      </div>
      <button
        aria-expanded={false}
        aria-haspopup="menu"
        aria-label={`More actions for turn ${number}`}
        className={look}
        onClick={({ currentTarget }) => acts.ask({ turnId, what: 'menu', button: currentTarget })}
        onFocus={loadTurnMenu}
        onPointerEnter={loadTurnMenu}
        type="button"
      >
        <Icon name="more" />
      </button>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys: string;
  readonly onClick: () => void;
}

function Tool({ icon, label, keys, onClick }: ToolProps): ReactNode {
  return (
    <button className={look} onClick={onClick} title={label} type="button">
      <Icon name={icon} size={14} />
      <span className="sr-only @md:not-sr-only">{label}</span>
      <span className="hidden group-aria-[current=true]/turn:inline">
        <KeyCaps keys={keys} />
      </span>
    </button>
  );
}
