import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useSyncExternalStore } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { PageBody } from '../../parts/PageBody.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { importDesk } from './desk.ts';
import { FileList } from './FileList.tsx';
import { ImportStart } from './ImportStart.tsx';
import { JobView } from './JobView.tsx';
import { useFileDrop } from './use-file-drop.ts';

const route = getRouteApi('/import');

/** Brings files in: first what would happen, then the import. */
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
        accept=".jsonl,.ndjson,.json,.yaml,.yml"
        aria-label="Files to import"
        className="hidden"
        multiple
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // The same file can be chosen again.
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
