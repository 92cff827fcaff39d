import type { ReactNode } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import type { ImportReport } from '../../data/imports.ts';
import { Icon } from '../../parts/Icon.tsx';
import { toDataName, toRunText } from './import-words.ts';

const mostShown = 50;

/** Notes on lost data, personal data and duplicates. None of them stops the import. */
export function ReportNotes({ report }: { readonly report: ImportReport }) {
  const { losses, counts, piiWarnings, duplicateWarnings, runs = [] } = report;
  const lost = losses.reduce((sum, { count }) => sum + count, 0);
  if (lost + counts.piiWarnings + counts.duplicateWarnings + runs.length === 0) return null;
  return (
    <div className="flex flex-col">
      {runs.map((run) => (
        <p className="border-line border-t py-2.5 text-sm" key={run.run ?? 'preview'}>
          {toRunText(run)}
        </p>
      ))}
      {lost > 0 && (
        <Note title={`Not carried over: ${losses.map(({ what, count }) => toLossText(what, count)).join(', ')}`}>
          {losses.flatMap(({ what, examples }) =>
            examples.map(({ item, where }) => (
              <NoteLine key={`${what} ${item} ${where}`} place={where} text={`${what} in ${item}`} />
            )),
          )}
        </Note>
      )}
      {counts.piiWarnings > 0 && (
        <Note title={`Possible personal data: ${renderNumberOf(counts.piiWarnings, 'place')}`}>
          {piiWarnings.slice(0, mostShown).map(({ id, path, kind, snippet }) => (
            <NoteLine key={`${id} ${path} ${snippet}`} place={path} text={`${toDataName(kind)} ${snippet} in ${id}`} />
          ))}
        </Note>
      )}
      {counts.duplicateWarnings > 0 && (
        <Note
          title={`Possible duplicates of approved conversations: ${renderNumberOf(counts.duplicateWarnings, 'conversation')}`}
        >
          {duplicateWarnings.slice(0, mostShown).map(({ dataset, id, duplicateOf }) => (
            <NoteLine key={`${dataset} ${id}`} place={`${duplicateOf.dataset} / ${duplicateOf.id}`} text={id} />
          ))}
        </Note>
      )}
    </div>
  );
}

function toLossText(what: string, count: number): string {
  return count === 1 ? what : `${what} (${count.toLocaleString('en')})`;
}

function Note({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group border-line border-t">
      <summary className="flex min-h-10 list-none items-center gap-2 py-1.5 text-sm hover:bg-hover">
        <span className="text-warn">
          <Icon name="warn" />
        </span>
        <span className="min-w-0 flex-1 break-words" dir="auto">
          {title}
        </span>
        <span className="text-quiet transition-transform group-open:rotate-90">
          <Icon name="chevron" size={12} />
        </span>
      </summary>
      <ul className="flex max-h-60 flex-col gap-1 overflow-auto pb-3 pl-6 text-sm">{children}</ul>
    </details>
  );
}

function NoteLine({ text, place }: { readonly text: string; readonly place: string }) {
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className="break-words" dir="auto">
        {text}
      </span>
      <code className="break-all font-mono text-quiet text-xs leading-6" dir="auto">
        {place}
      </code>
    </li>
  );
}
