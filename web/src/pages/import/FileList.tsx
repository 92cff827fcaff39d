import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { Icon } from '../../parts/Icon.tsx';
import { joinClasses } from '../../parts/join-classes.ts';
import { countToImport, type ImportJob } from './import-job.ts';

export interface FileListProps {
  readonly jobs: readonly ImportJob[];
  readonly current: ImportJob | undefined;
  readonly onOpen: (id: number) => void;
}

/** The chosen files and their progress. */
export function FileList({ jobs, current, onOpen }: FileListProps) {
  return (
    <nav aria-label="Files" className="pb-6">
      <ul className="flex gap-1 overflow-x-auto border-line border-b">
        {jobs.map((job) => (
          <li className="shrink-0" key={job.id}>
            <button
              aria-current={job === current ? 'true' : undefined}
              className={joinClasses(
                '-mb-px flex max-w-60 flex-col items-start border-b-2 px-3 py-2 text-left hover:bg-hover',
                job === current ? 'border-accent' : 'border-transparent text-quiet',
              )}
              onClick={() => onOpen(job.id)}
              type="button"
            >
              <span className="max-w-full truncate font-medium text-sm" dir="auto">
                {job.file.name}
              </span>
              <FileState job={job} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FileState({ job: { state } }: { readonly job: ImportJob }) {
  if (state.kind === 'done') {
    return (
      <span className="flex items-center gap-1 text-pass text-xs">
        <Icon name="approve" size={12} /> Imported
      </span>
    );
  }
  if (state.kind === 'fault') return <span className="text-fail text-xs">Failed</span>;
  if (state.kind === 'importing') return <span className="text-xs">Importing</span>;
  if (state.kind === 'checked')
    return <span className="text-xs">{renderNumberOf(countToImport(state.report), 'conversation')} to import</span>;
  return <span className="text-xs">{state.kind === 'checking' ? 'Checking' : 'Waiting'}</span>;
}
