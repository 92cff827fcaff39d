import type { ReactNode } from 'react';
import { DiffText } from '../../../parts/diff/DiffText.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { KeyCaps } from '../../../parts/KeyCaps.tsx';

const box = 'flex min-w-0 flex-col gap-1.5 rounded-lg p-3';

/** The base of both edits. */
export function BaseSide({ text }: { readonly text: string | undefined }) {
  return (
    <div className={joinClasses(box, 'px-0 text-quiet')}>
      <p className="flex min-h-6 items-center text-sm">Before</p>
      <SideText absent="did not exist">{text === undefined ? undefined : <PlainText text={text} />}</SideText>
    </div>
  );
}

export interface MergeSideProps {
  readonly side: 'mine' | 'theirs';
  readonly title: string;
  readonly text: string | undefined;
  readonly base: string | undefined;
  /** Name of the radio group. */
  readonly group: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One side with its changes marked. The whole box is the button. */
export function MergeSide({ side, title, text, base, group, isChosen, onChoose }: MergeSideProps) {
  return (
    <label
      className={joinClasses(
        box,
        'cursor-pointer border transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-field hover:bg-hover',
      )}
    >
      <span className="flex min-h-6 items-center gap-2 font-medium text-sm">
        <input
          checked={isChosen}
          className="size-4 shrink-0 accent-accent outline-none"
          name={group}
          onChange={onChoose}
          type="radio"
        />
        <span className="min-w-0 truncate" dir="auto">
          {title}
        </span>
        <span className="ml-auto">
          <KeyCaps keys={side === 'mine' ? 'm' : 't'} />
        </span>
      </span>
      <SideText absent="removed">{text === undefined ? undefined : <MarkedText base={base} text={text} />}</SideText>
    </label>
  );
}

function SideText({ absent, children }: { readonly absent: string; readonly children: ReactNode }) {
  return <div>{children ?? <em className="text-quiet">{absent}</em>}</div>;
}

function MarkedText({ base, text }: { readonly base: string | undefined; readonly text: string }) {
  return base === undefined ? <PlainText text={text} /> : <DiffText after={text} before={base} side="after" />;
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <div className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
      {text === '' ? <em className="text-quiet">empty</em> : text}
    </div>
  );
}
