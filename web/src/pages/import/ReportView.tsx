import { type ReactNode, useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import type { ImportReport } from '../../data/imports.ts';
import { joinClasses } from '../../parts/join-classes.ts';
import { countAll } from './import-job.ts';
import { ReportNotes } from './ReportNotes.tsx';
import { VerdictList } from './VerdictList.tsx';
import { countVerdicts, listRows, toNextVerdict, toVerdictWord, type Verdict } from './verdicts.ts';

export interface ReportViewProps {
  readonly report: ImportReport;
  /** The import is done. Otherwise this is its preview. */
  readonly isDone: boolean;
  /** The file is being previewed again. */
  readonly isOld: boolean;
  /** Shown next to the counts. */
  readonly action: ReactNode;
}

/** The result for each conversation of a file. */
export function ReportView({ report, isDone, isOld, action }: ReportViewProps) {
  const [chosen, setChosen] = useState<Verdict | 'all'>('all');
  const counts = countVerdicts(report);
  // A new preview may no longer have the chosen result.
  const shown = chosen !== 'all' && counts.has(chosen) ? chosen : 'all';
  useAction('import.filter', () => setChosen(toNextVerdict(shown, counts.keys())));
  const rows = listRows(report.rows, shown);
  return (
    <section
      aria-busy={isOld}
      aria-label={isDone ? 'Results' : 'Preview'}
      className={joinClasses('flex flex-col gap-4 transition-opacity', isOld && 'opacity-50')}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <VerdictFilter all={countAll(report)} counts={counts} isDone={isDone} onChange={setChosen} shown={shown} />
        {action}
      </div>
      <div className="flex flex-col">
        <ReportNotes report={report} />
        <VerdictList isDone={isDone} key={shown} rows={rows} />
      </div>
      {countAll(report) > report.rows.length && (
        <p className="text-quiet text-sm">
          Showing the first {report.rows.length.toLocaleString('en')}. The counts include all conversations.
        </p>
      )}
    </section>
  );
}

interface VerdictFilterProps {
  readonly all: number;
  readonly counts: ReadonlyMap<Verdict, number>;
  readonly shown: Verdict | 'all';
  readonly onChange: (verdict: Verdict | 'all') => void;
  readonly isDone: boolean;
}

const colors: Readonly<Record<Verdict, string>> = {
  created: 'text-pass',
  updated: 'text-accent',
  unchanged: 'text-quiet',
  held: 'text-warn',
  failed: 'text-fail',
};

/** The counts. Each one filters the rows. */
function VerdictFilter({ all, counts, shown, onChange, isDone }: VerdictFilterProps) {
  const choices: readonly (readonly [Verdict | 'all', number])[] = [['all', all], ...counts];
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not a part of a form
    <div aria-label="Filter results" className="-mx-2 flex flex-wrap gap-1" role="group">
      {choices.map(([verdict, count]) => (
        <button
          aria-pressed={verdict === shown}
          className={joinClasses(
            'flex min-w-16 flex-col items-start rounded-lg px-3 py-1.5 text-left hover:bg-hover',
            verdict === shown && 'bg-shade',
          )}
          key={verdict}
          onClick={() => onChange(verdict)}
          type="button"
        >
          <span
            className={joinClasses(
              'font-semibold text-xl tabular-nums leading-tight',
              verdict !== 'all' && colors[verdict],
            )}
          >
            {count.toLocaleString('en')}
          </span>
          <span className="text-quiet text-xs">{verdict === 'all' ? 'Total' : toVerdictWord(verdict, isDone)}</span>
        </button>
      ))}
    </div>
  );
}
