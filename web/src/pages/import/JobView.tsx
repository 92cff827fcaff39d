import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { useAction } from '../../app/keys/use-action.ts';
import type { ImportReport } from '../../data/imports.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { ProgressBar } from '../../parts/feedback/Meter.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import { ChoicesForm } from './ChoicesForm.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import type { ImportDesk } from './import-desk.ts';
import { canImport, countAll, countToImport, findReport, type ImportJob } from './import-job.ts';
import { formatNames, toFaultText, toSizeText } from './import-words.ts';
import { ReportView } from './ReportView.tsx';
import { listDatasets } from './verdicts.ts';

export interface JobViewProps {
  readonly job: ImportJob;
  readonly desk: ImportDesk;
  /** The names of existing datasets. */
  readonly datasets: readonly string[];
}

/** One file: its import options, then its preview or result. */
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

/** The default dataset, with the same name as on the server. */
function toUsualDataset(name: string): string {
  return name.replace(/(?:\.items)?\.(?:ya?ml|json|jsonl|ndjson|csv|tsv|tab|parquet)$/i, '');
}

/** The format, and for a table which columns are read as what. */
function toFormatText({ format, map }: ImportReport): string {
  return map === undefined ? formatNames[format] : `${formatNames[format]}: ${map.replaceAll(',', ', ')}`;
}

function JobHead({ job, onRemove }: { readonly job: ImportJob; readonly onRemove: () => void }) {
  const report = findReport(job);
  const facts = [toSizeText(job.file.size), ...(report === undefined ? [] : [toFormatText(report)])];
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
  const text = rows === 0 ? 'Reading the file' : `${renderNumberOf(rows, 'conversation')} checked`;
  return (
    <div>
      <p className="text-quiet text-sm">{text}</p>
      <LoadingView label="Checking the file" lines={8} />
    </div>
  );
}

function Importing({ rows, all }: { readonly rows: number; readonly all: number }) {
  const text = `${rows.toLocaleString('en')} of ${renderNumberOf(all, 'conversation')}`;
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

interface JobFaultProps {
  readonly error: unknown;
  readonly title: string;
  readonly onRetry: () => void;
}

/** Why a file failed, and what to do next. */
function JobFault({ error, title, onRetry }: JobFaultProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-xl bg-fail-soft p-5" role="alert">
      <p className="flex items-center gap-2 font-semibold text-fail">
        <Icon name="warn" /> {title}
      </p>
      <p className="break-words" dir="auto">
        {toFaultText(error)}
      </p>
      <Button icon="restore" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface StartImportProps {
  readonly job: ImportJob;
  readonly report: ImportReport;
  readonly onStart: () => void;
}

/** The import button of a previewed file, or the reason why there is none. */
function StartImport({ job, report, onStart }: StartImportProps) {
  const count = countToImport(report);
  if (count === 0) {
    const datasets = listDatasets(report.rows).slice(0, 20);
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-quiet text-sm">{toReason(job, report)}</p>
        {datasets.length > 0 && (
          <ButtonLink icon="search" search={toExplorerSearch({ filter: { dataset: datasets } })} to="/items">
            Browse them
          </ButtonLink>
        )}
      </div>
    );
  }
  return (
    <Button disabled={job.state.kind !== 'checked'} keys="Mod+Enter" kind="main" onClick={onStart} size="large">
      Import {renderNumberOf(count, 'conversation')}
    </Button>
  );
}

function toReason({ choices }: ImportJob, report: ImportReport): string {
  const { failed, unchanged } = report.counts;
  if (failed === 0)
    return unchanged === 1 ? 'Nothing to import. It already exists.' : 'Nothing to import. They all already exist.';
  if (choices.isAtomic) return 'Fix the failures, or turn off “All or nothing”.';
  return failed === countAll(report) ? 'None of these can be imported.' : 'Nothing to import. The rest already exist.';
}
