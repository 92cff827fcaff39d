import { memo, useEffect, useRef, useState } from 'react';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { TurnBody } from '../../../parts/conversation/TurnBody.tsx';
import { TurnName } from '../../../parts/conversation/TurnName.tsx';
import { turnLooks } from '../../../parts/conversation/turn-looks.ts';
import { useRoleLook } from '../../../parts/conversation/use-role-look.ts';
import { joinClasses } from '../../../parts/join-classes.ts';
import { toCaretPlace } from '../changes/key-excerpt.ts';
import { fieldPlaces } from '../panels/field-places.ts';
import type { LabelMark } from '../panels/labels/label-marks.ts';
import { TurnFoot } from './TurnFoot.tsx';
import { loadRolePopover } from './TurnPopups.tsx';
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
  const look = useRoleLook(turn.role);
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

/** The scores that I gave a turn. */
function ScoreMarks({ marks }: { readonly marks: readonly LabelMark[] }) {
  return marks.map(({ question, title, text, passes, isPending }) => (
    <span
      className={joinClasses(
        'flex min-w-0 max-w-40 gap-1 rounded-full px-2 text-xs tabular-nums leading-5',
        passes === undefined ? 'bg-shade text-quiet' : passes ? 'bg-pass-soft text-pass' : 'bg-fail-soft text-fail',
        isPending && 'opacity-70',
      )}
      key={question}
      title={`Your score: ${text}, ${title}${isPending ? ' (saving)' : ''}`}
    >
      <span className="shrink-0 font-medium">{text}</span>
      <span className="truncate" dir="auto">
        {title}
      </span>
    </span>
  ));
}

/**
 * Runs a task after the pointer is up, or at once. Closing a field during a press would move the pressed button away, and
 * the click would be lost.
 */
class AfterPointer {
  #isDown = false;
  #waiting: (() => void)[] = [];

  constructor(page: EventTarget) {
    page.addEventListener('pointerdown', () => this.#set(true), { capture: true });
    for (const end of ['pointerup', 'pointercancel'])
      page.addEventListener(end, () => this.#set(false), { capture: true });
  }

  run(task: () => void): void {
    if (this.#isDown) this.#waiting.push(task);
    else task();
  }

  #set(isDown: boolean): void {
    this.#isDown = isDown;
    if (isDown || this.#waiting.length === 0) return;
    const tasks = this.#waiting;
    this.#waiting = [];
    // The click comes right after.
    setTimeout(() => {
      for (const task of tasks) task();
    });
  }
}

const afterPointer = new AfterPointer(document);

interface TurnTextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Where to begin; undefined: at the end. */
  readonly caret: number | undefined;
  /** Measures the height of the text that the field replaces, so that the layout does not move. */
  readonly measure: () => number;
}

/** The text of a turn as it is written, in the letters it is read in. Grows with the text. */
function TurnTextField({ label, text, onText, caret, measure }: TurnTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const start = useRef(caret);
  const [minHeight] = useState(measure);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const place = start.current ?? element.value.length;
    element.focus({ preventScroll: start.current !== undefined });
    element.setSelectionRange(place, place);
  }, []);
  return (
    <textarea
      aria-label={label}
      className="field-sizing-content -mx-1.5 block w-[calc(100%+0.75rem)] resize-none break-words rounded bg-paper px-1.5 outline-none ring-2 ring-accent [overflow-wrap:anywhere]"
      dir="auto"
      onChange={(event) => onText(event.target.value)}
      placeholder="What the speaker says in this turn"
      ref={field}
      rows={rowsWithoutSizing(text)}
      style={{ minHeight }}
      value={text}
    />
  );
}

/** Browsers that cannot fit a field to its text get about as many lines. */
function rowsWithoutSizing(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 80), 0);
  return Math.min(Math.max(lines, 2), 60);
}
