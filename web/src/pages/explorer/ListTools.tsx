import { useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import type { ItemFilter } from '../../data/items.ts';
import { Button } from '../../parts/Button.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { ColumnChooser } from './table/ColumnChooser.tsx';
import type { ChosenColumns } from './use-columns.ts';
import { useMedia } from './use-media.ts';
import type { ShownFilters } from './use-shown-filters.ts';

export interface ListToolsProps {
  readonly filter: ItemFilter;
  readonly columns: ChosenColumns;
  readonly shown: ShownFilters;
}

/** What can be done with the list as a whole. */
export function ListTools({ filter, columns, shown }: ListToolsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const hasTable = useMedia('(width >= 48rem)');
  useAction('explorer.filters', shown.toggle);
  useAction('explorer.columns', hasTable ? () => setChoosing(true) : undefined);
  useAction('explorer.export', () => setExporting(true));
  return (
    <>
      <Tip keys="f" side="bottom" text="Show or hide the filters">
        <Button aria-expanded={shown.isOpen} icon="filter" kind="quiet" onClick={shown.toggle}>
          <span className="@max-3xl:sr-only">Filters</span>
        </Button>
      </Tip>
      {hasTable && (
        <ColumnChooser columns={columns.columns} isOpen={isChoosing} onChange={columns.change} onOpen={setChoosing} />
      )}
      <Tip keys="Shift+E" side="bottom" text="Export what the filters give">
        <Button icon="download" kind="quiet" onClick={() => setExporting(true)}>
          <span className="@max-3xl:sr-only">Export</span>
        </Button>
      </Tip>
      <ExportDialog filter={filter} isOpen={isExporting} onClose={() => setExporting(false)} />
    </>
  );
}
