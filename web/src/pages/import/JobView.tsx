import { useAction } from '../../app/keys/use-action.ts';
import { Button } from '../../parts/Button.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { ProgressBar } from '../../parts/Meter.tsx';
import { ChoicesForm } from './ChoicesForm.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import type { ImportDesk } from './import-desk.ts';
import { canImport, countAll, findReport, type ImportJob } from './import-job.ts';
import { countOf, formatNames, toSizeText } from './import-words.ts';
import { JobFault } from './JobFault.tsx';
import { ReportView } from './ReportView.tsx';
import { StartImport } from './StartImport.tsx';

export interface JobViewProps {
  readonly job: ImportJob;
  readonly desk: ImportDesk;
  /** Names of those there are. */
  readonly datasets: readonly string[];
}

/** One file: how it is to be imported, what would become of it, and what became of it. */
export function JobView({ job, desk, datasets }: JobViewProps) {
  const { id, state } = job;
  const report = findReport(job);
  const isOpen = state.kind !== 'importing' && state.kind !== 'done';
  useAction('import.start', canImport(job) ? () => desk.start(id) : undefined);
  useAction('import.remove', state.kind === 'importing' ? undefined : () => desk.remove(id));
  return (
    <article className="flex flex-col gap-6">
      <JobHead job={job} onRemove={() => desk.remove(id)} />
      {isOpen && (
        <ChoicesForm
          choices={job.choices}
          datasets={datasets}
          found={job.choices.format === undefined ? report?.format : undefined}
          onChange={(choices) => desk.change(id, choices)}
          usualDataset={toUsualDataset(job.file.name)}
        />
      )}
      {state.kind === 'importing' && <Importing all={countAll(state.before)} rows={state.rows} />}
      {state.kind === 'done' && (
        <ImportOutcome
          approves={job.choices.approves}
          next={desk.findNext()}
          onOpen={(next) => desk.open(next)}
          report={state.report}
        />
      )}
      {state.kind === 'fault' && (
        <JobFault error={state.error} onRetry={() => desk.retry(id)} title={faultTitles[state.during]} />
      )}
      {report === undefined && state.kind !== 'fault' && <Looking rows={state.kind === 'checking' ? state.rows : 0} />}
      {report !== undefined && (
        <ReportView
          action={isOpen && <StartImport job={job} onStart={() => desk.start(id)} report={report} />}
          isDone={state.kind === 'done'}
          isOld={state.kind === 'waiting' || state.kind === 'checking'}
          report={report}
        />
      )}
    </article>
  );
}

const faultTitles = { check: "Couldn't import this file.", import: 'Import stopped.' };

/** As the server names it. */
function toUsualDataset(name: string): string {
  return name.replace(/(?:\.items)?\.(?:ya?ml|json|jsonl|ndjson)$/i, '');
}

function JobHead({ job, onRemove }: { readonly job: ImportJob; readonly onRemove: () => void }) {
  const report = findReport(job);
  const facts = [toSizeText(job.file.size), ...(report === undefined ? [] : [formatNames[report.format]])];
  return (
    <header className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="break-words font-semibold text-lg" dir="auto">
          {job.file.name}
        </h2>
        <p className="text-quiet text-sm">{facts.join(' · ')}</p>
      </div>
      {job.state.kind !== 'importing' && (
        <Button icon="close" keys="x" kind="quiet" onClick={onRemove}>
          {job.state.kind === 'done' ? 'Close' : 'Remove'}
        </Button>
      )}
    </header>
  );
}

function Looking({ rows }: { readonly rows: number }) {
  const text = rows === 0 ? 'Reading the file' : `${countOf(rows)} checked`;
  return (
    <div>
      <p className="text-quiet text-sm">{text}</p>
      <LoadingView label="Checking the file" lines={8} />
    </div>
  );
}

function Importing({ rows, all }: { readonly rows: number; readonly all: number }) {
  const text = `${rows.toLocaleString('en')} of ${countOf(all)}`;
  return (
    <div className="flex flex-col gap-2 rounded-xl bg-shade p-5">
      <p className="flex flex-wrap justify-between gap-x-6 font-semibold">
        Importing <span className="font-normal text-quiet tabular-nums">{text}</span>
      </p>
      <ProgressBar label="Import" text={text} value={rows === 0 ? undefined : rows / Math.max(all, 1)} />
      <p className="text-quiet text-sm">You can open other pages in the meantime. Keep this tab open.</p>
    </div>
  );
}
