import type { ImportReport } from '../../data/imports.ts';
import { Button } from '../../parts/Button.tsx';
import { ButtonLink } from '../../parts/ButtonLink.tsx';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import { countAll, countToImport, type ImportJob } from './import-job.ts';
import { countOf } from './import-words.ts';
import { listDatasets } from './verdicts.ts';

export interface StartImportProps {
  readonly job: ImportJob;
  readonly report: ImportReport;
  readonly onStart: () => void;
}

/** The one next step of a file that was looked at, or why there is none. */
export function StartImport({ job, report, onStart }: StartImportProps) {
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
      Import {countOf(count)}
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
