import { useEffect, useRef } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import type { Label } from '../../../../src/conversation/label.ts';
import { Icon } from '../../parts/Icon.tsx';
import { StatusMark } from '../../parts/item/StatusMark.tsx';
import { joinClasses } from '../../parts/join-classes.ts';
import { Time } from '../../parts/Time.tsx';
import type { RevisionEntry } from './revision-runs.ts';
import { toActionWords } from './revision-words.ts';

export interface RevisionListProps {
  readonly entries: readonly RevisionEntry[];
  /** The selected entry. */
  readonly current: RevisionEntry | undefined;
  readonly onChoose: (entry: RevisionEntry) => void;
  readonly opened: ReadonlySet<number>;
  /** Expands or collapses a run, by its newest revision. */
  readonly onFold: (revision: number) => void;
  /** Labels by the revision they were given on. */
  readonly labels: ReadonlyMap<number, readonly Label[]>;
}

/** The revisions of an item, newest first. */
export function RevisionList({ entries, current, onChoose, opened, onFold, labels }: RevisionListProps) {
  return (
    <ol aria-label="Revisions, newest first" className="flex flex-col">
      {entries.map((entry) => (
        <li key={`${entry.isInner} ${entry.revision.revision}`}>
          <RevisionLine
            entry={entry}
            isCurrent={entry === current}
            labelCount={countLabels(entry, labels)}
            onChoose={() => onChoose(entry)}
          />
          {entry.count > 1 && (
            <button
              aria-expanded={opened.has(entry.revision.revision)}
              className="ms-9 mb-1 inline-flex min-h-6 items-center gap-1.5 rounded text-quiet text-xs hover:text-ink"
              onClick={() => onFold(entry.revision.revision)}
              type="button"
            >
              <span className={opened.has(entry.revision.revision) ? 'rotate-90' : ''}>
                <Icon name="chevron" size={10} />
              </span>
              {opened.has(entry.revision.revision) ? 'Collapse autosaves' : 'Show autosaves'}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

interface RevisionLineProps {
  readonly entry: RevisionEntry;
  readonly isCurrent: boolean;
  readonly labelCount: number;
  readonly onChoose: () => void;
}

function RevisionLine({ entry, isCurrent, labelCount, onChoose }: RevisionLineProps) {
  const { revision, count, isInner } = entry;
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <button
      aria-current={isCurrent}
      className={joinClasses(
        'flex w-full gap-3 rounded-md px-2 py-1.5 text-start -outline-offset-2',
        isInner && 'ps-9',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
      onClick={onChoose}
      ref={line}
      type="button"
    >
      {!isInner && (
        <span className="w-5 shrink-0 pt-px text-end text-quiet text-sm tabular-nums">{revision.revision}</span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm">
          {isInner ? `Revision ${revision.revision}` : <ActionMark count={count} revision={revision} />}
        </span>
        <span className="flex flex-wrap gap-x-2 text-quiet text-xs">
          <span className="truncate" dir="auto">
            {revision.by}
          </span>
          <Time at={revision.at} />
          {labelCount > 0 && <span className="text-accent">{renderNumberOf(labelCount, 'score')}</span>}
        </span>
      </span>
    </button>
  );
}

/** Decisions have the color of the resulting status. */
function ActionMark({ revision, count }: Pick<RevisionEntry, 'revision' | 'count'>) {
  const isDecision = ['approve', 'skip', 'delete'].includes(revision.action);
  return isDecision ? <StatusMark status={revision.status} /> : toActionWords(revision, count);
}

function countLabels(
  { pair, isInner, revision }: RevisionEntry,
  labels: ReadonlyMap<number, readonly Label[]>,
): number {
  const first = isInner ? revision.revision : (pair.from ?? 0) + 1;
  const numbers = Array.from({ length: pair.to - first + 1 }, (_, place) => first + place);
  return numbers.reduce((sum, number) => sum + (labels.get(number)?.length ?? 0), 0);
}
