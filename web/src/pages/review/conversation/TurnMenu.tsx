import { Menu } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { Icon, type IconName } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { KeyCaps } from '../../../parts/KeyCaps.tsx';
import type { TurnPopupProps } from './TurnPopups.tsx';
import type { TurnActs } from './turn-acts.ts';
import { useExpanded } from './use-expanded.ts';

/** The menu of a turn. What was chosen is done when it has closed, and says where the focus goes. */
export function TurnMenu({ turn, button, acts, onClosed }: TurnPopupProps) {
  const [isOpen, setOpen] = useState(true);
  const chosen = useRef<() => void>(undefined);
  useExpanded(button);
  const popup = useRef<HTMLDivElement>(null);
  const [isByKeys] = useState(() => button.matches(':focus-visible'));
  const follow = (isShown: boolean) => {
    if (isShown && isByKeys) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    if (isShown) return;
    onClosed();
    chosen.current?.();
  };
  return (
    <Menu.Root onOpenChange={setOpen} onOpenChangeComplete={follow} open={isOpen}>
      <Menu.Portal>
        <Menu.Positioner align="end" anchor={button} className="z-50 outline-none" sideOffset={4}>
          <Menu.Popup
            aria-label={button.ariaLabel ?? ''}
            className="min-w-52 rounded-lg border border-line bg-card p-1 shadow-xl outline-none"
            finalFocus={() => chosen.current === undefined && button}
            ref={popup}
          >
            <TurnLines
              acts={acts}
              onChoose={(run) => {
                chosen.current = run;
              }}
              turnId={turn.id}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface TurnLinesProps {
  readonly turnId: string;
  readonly acts: TurnActs;
  readonly onChoose: (run: () => void) => void;
}

function TurnLines({ turnId, acts, onChoose }: TurnLinesProps) {
  const to = (run: () => void) => () => onChoose(run);
  return (
    <>
      <Line icon="edit" keys="e" label="Edit text" onClick={to(() => acts.open(turnId, 'text'))} />
      <Line icon="key" keys="y" label="Edit answer key" onClick={to(() => acts.open(turnId, 'key'))} />
      <Line icon="tag" keys="t" label="Edit tags" onClick={to(() => acts.open(turnId, 'tags'))} />
      <Line icon="link" keys="r" label="Show references" onClick={to(() => acts.showRefs(turnId))} />
      <Line icon="chat" keys="Shift+S" label="Change role" onClick={to(() => acts.askRole(turnId))} />
      <Line icon="copy" keys="Shift+C" label="Copy text" onClick={to(() => acts.copy(turnId))} />
      <Menu.Separator className="my-1 border-line border-t" />
      <Line icon="add" keys="Shift+O" label="Insert turn before" onClick={to(() => acts.insert(turnId, 'before'))} />
      <Line icon="add" keys="o" label="Insert turn after" onClick={to(() => acts.insert(turnId, 'after'))} />
      <Line icon="arrowUp" keys="Alt+ArrowUp" label="Move turn up" onClick={to(() => acts.move(turnId, -1))} />
      <Line icon="arrowDown" keys="Alt+ArrowDown" label="Move turn down" onClick={to(() => acts.move(turnId, 1))} />
      <Menu.Separator className="my-1 border-line border-t" />
      <Line icon="trash" isDanger keys="x" label="Delete turn" onClick={to(() => acts.remove(turnId))} />
    </>
  );
}

interface LineProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly isDanger?: boolean;
  readonly onClick: () => void;
}

function Line({ icon, label, keys, isDanger = false, onClick }: LineProps) {
  return (
    <Menu.Item
      className={joinClasses(
        'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:bg-hover',
        isDanger && 'text-fail',
      )}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="flex-1">{label}</span>
      {keys !== undefined && <KeyCaps keys={keys} />}
    </Menu.Item>
  );
}
