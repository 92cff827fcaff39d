import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ImportRow } from '../../../../src/contract/import-file.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { joinClasses } from '../../parts/join-classes.ts';
import { toProblemText } from './import-words.ts';
import { toVerdict, toVerdictWord, type Verdict } from './verdicts.ts';

export interface VerdictRowProps {
  readonly row: ImportRow;
  readonly isDone: boolean;
}

const looks: Readonly<Record<Verdict, { readonly icon: IconName; readonly color: string }>> = {
  created: { icon: 'add', color: 'text-pass' },
  updated: { icon: 'edit', color: 'text-accent' },
  unchanged: { icon: 'approve', color: 'text-quiet' },
  held: { icon: 'clock', color: 'text-warn' },
  failed: { icon: 'close', color: 'text-fail' },
};

/** One conversation: its result, its name, and its problems. */
export const VerdictRow = memo(function VerdictRow({ row, isDone }: VerdictRowProps) {
  const verdict = toVerdict(row);
  const { icon, color } = looks[verdict];
  const problems = verdict === 'held' ? [] : (row.problems ?? []);
  return (
    <div className="grid gap-x-4 gap-y-0.5 px-1 py-2 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="flex items-center justify-between gap-2 self-start">
        <span className={joinClasses('inline-flex items-center gap-1.5 font-medium', color)}>
          <Icon name={icon} size={13} />
          {toVerdictWord(verdict, isDone)}
        </span>
        {row.line !== undefined && (
          <span className="text-quiet text-xs tabular-nums">line {row.line.toLocaleString('en')}</span>
        )}
      </p>
      <div className="min-w-0">
        <RowName hasWay={isThere(row, isDone)} row={row} />
        {problems.map((problem) => (
          <p className="break-words text-fail" dir="auto" key={`${problem.path} ${problem.code} ${problem.message}`}>
            {problem.path !== '' && <code className="mr-1.5 font-mono text-xs">{problem.path}</code>}
            {toProblemText(problem)}
          </p>
        ))}
        {(row.warnings ?? []).map(({ path, code, message }) => (
          <p className="break-words text-quiet text-xs" dir="auto" key={`${path} ${code} ${message}`}>
            {path !== '' && <code className="mr-1.5 font-mono">{path}</code>}
            {message}
          </p>
        ))}
      </div>
    </div>
  );
});

/** Whether the item exists, so that it can be linked. */
function isThere({ verdict, problems = [] }: ImportRow, isDone: boolean): boolean {
  if (verdict === 'failed') return problems.some(({ code }) => code === 'DUPLICATE_ID');
  return isDone || verdict !== 'created';
}

/** The text and ID of a conversation, with a link if the item exists. */
function RowName({ row: { dataset, id, text }, hasWay }: { readonly row: ImportRow; readonly hasWay: boolean }) {
  const shown = text === undefined || text === '' ? undefined : text;
  return (
    <div className="flex flex-col gap-x-6 sm:flex-row sm:items-baseline sm:justify-between">
      {shown !== undefined && (
        <p className="min-w-0 max-w-full truncate" dir="auto">
          {shown}
        </p>
      )}
      {id !== undefined && dataset !== undefined && hasWay ? (
        <Link
          className="min-w-0 shrink-0 truncate text-accent text-xs underline-offset-2 hover:underline sm:max-w-2/5"
          dir="auto"
          params={{ dataset, id }}
          to="/review/$dataset/$id"
        >
          {dataset} / {id}
        </Link>
      ) : (
        <span className="min-w-0 shrink-0 truncate text-quiet text-xs sm:max-w-2/5" dir="auto">
          {[dataset, id].filter((part) => part !== undefined).join(' / ')}
        </span>
      )}
      {shown === undefined && id === undefined && <span className="text-quiet">Unreadable</span>}
    </div>
  );
}
