import { Autocomplete } from '@base-ui/react/autocomplete';

export interface SuggestionListProps {
  /** The label of a word, if it is not the word itself. */
  readonly toLabel?: (word: string) => string;
}

/** The suggestions of an `Autocomplete.Root`. */
export function SuggestionList({ toLabel = (word) => word }: SuggestionListProps) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner align="start" className="z-50 outline-none data-empty:hidden" sideOffset={4}>
        <Autocomplete.Popup className="max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) overflow-auto rounded-lg border border-line bg-card shadow-xl data-empty:hidden">
          <Autocomplete.List className="max-h-64 overflow-auto p-1">
            {(word: string) => (
              <Autocomplete.Item
                className="flex min-h-8 cursor-default items-center rounded-md px-2 text-sm outline-none data-highlighted:bg-hover"
                key={word}
                value={word}
              >
                <span className="truncate" dir="auto">
                  {toLabel(word)}
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}
