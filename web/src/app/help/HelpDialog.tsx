import { useMemo, useState } from 'react';
import { Modal } from '../../parts/dialog/Modal.tsx';
import { SearchField } from '../../parts/fields/TextField.tsx';
import { KeyCaps } from '../../parts/KeyCaps.tsx';
import { usePossibleActions } from '../keys/use-action.ts';
import { type HelpGroup, listHelpGroups } from './help-groups.ts';

export interface HelpDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All keyboard shortcuts, those of the open page first. */
export function HelpDialog({ isOpen, onClose }: HelpDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} size="wide" title="Keyboard shortcuts">
      <HelpList />
    </Modal>
  );
}

function HelpList() {
  const possible = usePossibleActions();
  const [typed, setTyped] = useState('');
  const ids = useMemo(() => new Set(possible.map(({ id }) => id)), [possible]);
  const groups = listHelpGroups(ids, typed);
  return (
    <div className="flex flex-col gap-5">
      <SearchField label="Find a shortcut" onChange={setTyped} value={typed} />
      {groups.map((group) => (
        <HelpSection group={group} key={group.title} />
      ))}
      {groups.length === 0 && <p className="text-quiet">No matching shortcut.</p>}
      <p className="text-quiet text-xs">
        Shortcuts are off while you type in a field. Press Esc to leave it. Press keys such as g r one after the other.
      </p>
    </div>
  );
}

function HelpSection({ group: { title, lines } }: { readonly group: HelpGroup }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium text-quiet text-xs">{title}</h3>
      <dl className="gap-x-10 sm:columns-2">
        {lines.map(({ id, label, keys, isPossible }) => (
          <div
            className="flex min-h-8 break-inside-avoid items-center justify-between gap-4 border-line border-b text-sm"
            key={id}
          >
            <dt className={isPossible ? '' : 'text-quiet'}>
              {label}
              {!isPossible && <span className="sr-only"> (not now)</span>}
            </dt>
            <dd className="flex shrink-0 items-center gap-2">
              <span className="sr-only">{keys.join(' or ')}</span>
              {keys.map((written) => (
                <KeyCaps isAlways key={written} keys={written} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
