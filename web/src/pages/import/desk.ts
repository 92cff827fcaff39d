import { queryClient } from '../../app/query-client.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { importFile } from '../../data/imports.ts';
import { configQuery } from '../../data/workspace.ts';
import { say } from '../../parts/toasts.ts';
import { ImportDesk } from './import-desk.ts';
import { countToImport } from './import-job.ts';
import { countOf } from './import-words.ts';

const settleMs = 400;

/** The one of this tab. */
export const importDesk = new ImportDesk({
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
    if (!isWatched) say({ title: `${countOf(countToImport(report))} imported from ${file.name}.` });
  },
});

/** A file over the limit is refused before it is sent: most of a connection that is cut says nothing of why. */
async function checkSize(file: File): Promise<void> {
  const { limits } = await queryClient.ensureQueryData(configQuery());
  if (file.size <= limits.fileBytes) return;
  const detail = 'The file is over the size limit.';
  throw new ApiFault({ type: 'about:blank', title: 'Too large', status: 413, code: 'API_TOO_BIG', detail });
}

/** Whoever closes the tab while a file is being sent is asked first. */
window.addEventListener('beforeunload', (event) => {
  if (importDesk.isImporting) event.preventDefault();
});
