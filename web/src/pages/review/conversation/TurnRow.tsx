import { memo, useRef, useState } from 'react';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import { toRoleLook } from '../../../parts/conversation/role-look.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { TurnBody } from '../../../parts/conversation/TurnBody.tsx';
import { TurnName } from '../../../parts/conversation/TurnName.tsx';
import { turnLooks } from '../../../parts/conversation/turn-looks.ts';
import { joinClasses } from '../../../parts/join-classes.ts';
import { fieldPlaces } from '../panels/field-places.ts';
import type { LabelMark } from '../panels/labels/label-marks.ts';
import { afterPointer } from './after-pointer.ts';
import { toCaretPlace } from './caret-place.ts';
import { ScoreMarks } from './ScoreMarks.tsx';
import { TurnFoot } from './TurnFoot.tsx';
import { loadRolePopover } from './TurnPopups.tsx';
import { TurnTextField } from './TurnTextField.tsx';
import { TurnTools } from './TurnTools.tsx';
import type { TurnActs } from './turn-acts.ts';
import type { TurnRemark } from './turn-remarks.ts';
import type { OpenField } from './turn-work.ts';

export interface TurnRowProps {
  readonly turn: ShownTurn;
  /** From 1. */
  readonly number: number;
  readonly acts: TurnActs;
  readonly isSelected: boolean;
  /** What of this turn is being written. */
  readonly open: OpenField | undefined;
  readonly remarks: readonly TurnRemark[];
  readonly marks: readonly LabelMark[];
}

const sides = { user: '@xl:ms-12', assistant: '', system: '', tool: '@xl:ms-6', other: '' };

/** One turn, to be read and to be written. Drawn again only when something of it changed. */
export const TurnRow = memo(function TurnRow({ turn, number, acts, isSelected, open, remarks, marks }: TurnRowProps) {
  const look = toRoleLook(turn.role);
  const body = useRef<HTMLDivElement>(null);
  const isWriting = open?.field === 'text';
  // Buttons in every row would make scrolling slow: they come with the pointer and with the selection.
  const [isUnderPointer, setUnderPointer] = useState(false);
  const isActive = isSelected || isUnderPointer;
  return (
    <article
      aria-current={isSelected}
      aria-label={`Turn ${number}, ${turn.role}`}
      className={joinClasses(
        'group/turn rounded-lg px-3.5 py-2.5 outline-none ring-accent transition-shadow focus-visible:ring-2',
        // Where the system chooses the colors there are no shadows.
        'forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-solid',
        // What is being written has the frame then.
        !isWriting && 'aria-[current=true]:ring-2',
        turnLooks[look],
        sides[look],
      )}
      data-turn={turn.id}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isWriting && isLeft(currentTarget, relatedTarget)) afterPointer.run(() => acts.leave(turn.id));
      }}
      onDoubleClick={({ target }) => {
        if (!isWriting && !isControl(target)) acts.open(turn.id, 'text', findCaret(turn.msg));
      }}
      onFocus={() => acts.select(turn.id)}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      tabIndex={isSelected || number === 1 ? 0 : -1}
    >
      <header className="mb-1 flex min-h-7 items-center gap-2">
        {isActive ? <RoleButton acts={acts} number={number} turn={turn} /> : <TurnName turn={turn} />}
        <span className="text-quiet text-xs tabular-nums">{number}</span>
        <ScoreMarks marks={marks} />
        {isActive && <TurnTools acts={acts} number={number} open={open?.field} turnId={turn.id} />}
      </header>
      <div className="flex flex-col gap-2.5">
        {isWriting ? (
          <TurnTextField
            caret={open.caret}
            label={`Text of turn ${number}`}
            measure={() => body.current?.offsetHeight ?? 0}
            onText={(text) => acts.setText(turn.id, text)}
            text={turn.msg}
          />
        ) : (
          <div ref={body}>
            <TurnBody turn={turn} {...(acts.canEdit ? { onWrite: () => acts.open(turn.id, 'text') } : {})} />
          </div>
        )}
        <TurnFoot acts={acts} number={number} open={open?.field} remarks={remarks} turn={turn} />
      </div>
    </article>
  );
}, isSameRow);

function RoleButton({ turn, number, acts }: Pick<TurnRowProps, 'turn' | 'number' | 'acts'>) {
  return (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={`${turn.role}: change role of turn ${number}`}
      aria-keyshortcuts="Shift+S"
      className="-mx-1.5 flex min-h-7 max-w-[60%] shrink-0 items-center rounded-md px-1.5 hover:bg-hover"
      data-place={fieldPlaces.role}
      onClick={({ currentTarget }) => acts.ask({ turnId: turn.id, what: 'role', button: currentTarget })}
      onFocus={loadRolePopover}
      onPointerEnter={loadRolePopover}
      type="button"
    >
      <TurnName turn={turn} />
    </button>
  );
}

function isSameRow(before: TurnRowProps, after: TurnRowProps): boolean {
  const { remarks, marks, ...rest } = before;
  return (
    Object.entries(rest).every(([name, value]) => Reflect.get(after, name) === value) &&
    isSameJson(remarks, after.remarks) &&
    isSameJson(marks, after.marks)
  );
}

/** The focus went elsewhere on the page. A window that is left keeps what is being written open. */
function isLeft(row: Element, next: EventTarget | null): boolean {
  if (next === null) return document.hasFocus();
  return !(next instanceof Node && row.contains(next));
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, textarea, summary') !== null;
}

/** The word that was pressed, in the text as it is written. */
function findCaret(source: string): number | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  if (node?.nodeType !== Node.TEXT_NODE) return undefined;
  return toCaretPlace(source, node.nodeValue ?? '', selection?.anchorOffset ?? 0);
}
