import { useState } from 'react';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import type { ItemFilter } from '../../data/items.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { NewItemModal } from './NewItemModal.tsx';
import { ColumnChooser } from './table/ColumnChooser.tsx';
import type { ChosenColumns } from './use-columns.ts';
import { useMedia } from './use-media.ts';
import { filterIds, type ShownFilters, useFilterKey } from './use-shown-filters.ts';

export interface ListToolsProps {
  readonly filter: ItemFilter;
  readonly columns: ChosenColumns;
  readonly shown: ShownFilters;
}

/** Actions on the whole list. */
export function ListTools({ filter, columns, shown }: ListToolsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const hasTable = useMedia('(width >= 48rem)');
  const make = () => {
    typingAhead.expect();
    setMaking(true);
  };
  useAction('explorer.new', make);
  useFilterKey(shown);
  useAction('explorer.columns', hasTable ? () => setChoosing(true) : undefined);
  useAction('explorer.export', () => setExporting(true));
  return (
    <>
      <Tip keys="f" side="bottom" text="Show or hide filters">
        <Button aria-expanded={shown.isOpen} icon="filter" id={filterIds.button} kind="quiet" onClick={shown.toggle}>
          <span className="@max-3xl:sr-only">Filters</span>
        </Button>
      </Tip>
      {hasTable && (
        <ColumnChooser columns={columns.columns} isOpen={isChoosing} onChange={columns.change} onOpen={setChoosing} />
      )}
      <Tip keys="Shift+E" side="bottom" text="Export filtered conversations">
        <Button icon="download" kind="quiet" onClick={() => setExporting(true)}>
          <span className="@max-3xl:sr-only">Export</span>
        </Button>
      </Tip>
      <Tip keys="n" side="bottom" text="Create conversation">
        <Button icon="add" kind="quiet" onClick={make}>
          <span className="@max-3xl:sr-only">Create</span>
        </Button>
      </Tip>
      <ExportDialog filter={filter} isOpen={isExporting} onClose={() => setExporting(false)} />
      <NewItemModal dataset={filter.dataset?.[0]} isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}
