import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { queryClient } from '../../app/query-client.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { importFile } from '../../data/imports.ts';
import { configQuery } from '../../data/workspace.ts';
import { Button } from '../../parts/button/Button.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { Icon } from '../../parts/Icon.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { FileList } from './FileList.tsx';
import { ImportStart } from './ImportStart.tsx';
import { ImportDesk } from './import-desk.ts';
import { countToImport } from './import-job.ts';
import { JobView } from './JobView.tsx';

const route = getRouteApi('/import');

/** Imports files. Each one is previewed before it is imported. */
export function ImportPage() {
  usePageTitle('Import');
  const { jobs, current } = useSyncExternalStore(importDesk.subscribe, importDesk.get);
  const { dataset = '' } = route.useSearch();
  const { data } = useQuery(datasetsQuery());
  const input = useRef<HTMLInputElement>(null);
  const add = (files: readonly File[]) => importDesk.add(files, { dataset });
  const choose = () => input.current?.click();
  const isOver = useFileDrop(add);
  useAction('import.choose', choose);
  return (
    <PageBody>
      <PageHead
        actions={
          jobs.length > 0 && (
            <Button icon="add" keys="o" onClick={choose}>
              Choose files
            </Button>
          )
        }
        lead="Import conversations from files. You see a preview before anything is saved."
        title="Import"
      />
      <input
        accept=".jsonl,.ndjson,.json,.yaml,.yml,.csv,.tsv,.tab,.parquet"
        aria-label="Files to import"
        className="hidden"
        multiple
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
        ref={input}
        type="file"
      />
      {jobs.length > 1 && <FileList current={current} jobs={jobs} onOpen={(id) => importDesk.open(id)} />}
      {current === undefined ? (
        <ImportStart onChoose={choose} />
      ) : (
        <JobView
          datasets={data?.datasets.map(({ name }) => name) ?? []}
          desk={importDesk}
          job={current}
          key={current.id}
        />
      )}
      {isOver && <DropVeil />}
    </PageBody>
  );
}

function DropVeil() {
  return (
    <div className="pointer-events-none fixed inset-2 z-40 flex items-center justify-center rounded-2xl border-2 border-accent border-dashed bg-accent-soft/90">
      <p className="flex items-center gap-3 font-semibold text-accent text-xl">
        <Icon name="upload" size={28} /> Drop files to preview them
      </p>
    </div>
  );
}

const settleMs = 400;

/** The import desk of this tab. */
const importDesk = new ImportDesk({
  importFile: async (file, options) => {
    await checkSize(file);
    return importFile(file, options);
  },
  later: (run) => {
    const timer = setTimeout(run, settleMs);
    return () => clearTimeout(timer);
  },
  onImported: ({ file }, report, isWatched) => {
    void queryClient.invalidateQueries();
    if (!isWatched)
      showToast({ title: `${renderNumberOf(countToImport(report), 'conversation')} imported from ${file.name}.` });
  },
});

/** A file over the limit is refused before the upload. A dropped connection would not say why. */
async function checkSize(file: File): Promise<void> {
  const { limits } = await queryClient.ensureQueryData(configQuery());
  if (file.size <= limits.fileBytes) return;
  const detail = 'The file is over the size limit.';
  throw new ApiFault({ type: 'about:blank', title: 'Too large', status: 413, code: 'API_TOO_BIG', detail });
}

/** The browser asks before you close the tab during an upload. */
window.addEventListener('beforeunload', (event) => {
  if (importDesk.isImporting) event.preventDefault();
});

/** Accepts files dropped anywhere on the page. Returns whether files are being dragged over it. */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    const listeners = { dragover: over, dragenter: over, dragleave: leave, drop };
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][]; // The keys are those of the object.
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
