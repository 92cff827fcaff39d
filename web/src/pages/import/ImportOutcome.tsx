import { useEffect, useRef } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { useAction } from '../../app/keys/use-action.ts';
import type { ImportReport } from '../../data/imports.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { toExplorerSearch } from '../explorer/address/explorer-search.ts';
import { countToImport, type ImportJob } from './import-job.ts';
import { listDatasets } from './verdicts.ts';

export interface ImportOutcomeProps {
  readonly report: ImportReport;
  readonly approves: boolean;
  /** The next file to import. */
  readonly next: ImportJob | undefined;
  readonly onOpen: (id: number) => void;
}

/** The result of an import, and the next step. */
export function ImportOutcome({ report, approves, next, onOpen }: ImportOutcomeProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => title.current?.focus(), []);
  const openNext = next === undefined ? undefined : () => onOpen(next.id);
  useAction('import.next', openNext);
  const datasets = listDatasets(report.rows);
  const isStored = report.stored && countToImport(report) > 0;
  return (
    <section className={`flex flex-col gap-3 rounded-xl p-5 ${isStored ? 'bg-pass-soft' : 'bg-warn-soft'}`}>
      <h3 className="flex items-center gap-2 font-semibold text-lg outline-none" ref={title} tabIndex={-1}>
        <span className={isStored ? 'text-pass' : 'text-warn'}>
          <Icon name={isStored ? 'approve' : 'warn'} size={20} />
        </span>
        {isStored ? `${renderNumberOf(countToImport(report), 'conversation')} imported` : 'Nothing imported'}
      </h3>
      <p className="break-words" dir="auto">
        {toSentence(report, datasets, approves)}
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        {openNext !== undefined && (
          <Button keys="n" kind="main" onClick={openNext}>
            Next file
          </Button>
        )}
        {isStored && !approves && (
          <ButtonLink icon="chat" kind={openNext === undefined ? 'main' : 'plain'} to="/review">
            Review them
          </ButtonLink>
        )}
        <ButtonLink icon="search" search={toExplorerSearch({ filter: { dataset: datasets.slice(0, 20) } })} to="/items">
          Browse them
        </ButtonLink>
      </div>
    </section>
  );
}

function toSentence({ counts, stored }: ImportReport, datasets: readonly string[], approves: boolean): string {
  if (!stored)
    return 'At least one conversation failed, and the import was all or nothing. Fix it, then import the file again.';
  const failed =
    counts.failed === 0 ? '' : ` ${renderNumberOf(counts.failed, 'conversation')} failed. See why in the list below.`;
  const [first, ...others] = datasets;
  if (first === undefined) return `No conversation in the file could be imported.${failed}`;
  const place = others.length === 0 ? `the dataset ${first}` : `${datasets.length} datasets`;
  return `They're ${approves ? 'approved and ' : ''}in ${place}.${failed}`;
}
