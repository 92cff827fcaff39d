import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useTypedText } from './filters/use-typed-text.ts';

export interface ExplorerBarProps {
  readonly keyword: string;
  readonly onKeyword: (keyword: string) => void;
  readonly problem: string | undefined;
  /** Enter was pressed. `keyword`: the text in the field. */
  readonly onEnter: (keyword: string) => void;
  /** ArrowDown was pressed, which moves to the list. */
  readonly onDown: () => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Shown on the right. */
  readonly children: ReactNode;
}

/** The header of the explorer: the search field, and actions on the whole list. */
export function ExplorerBar({ keyword, onKeyword, problem, onEnter, onDown, searchRef, children }: ExplorerBarProps) {
  const field = useTypedText(keyword, onKeyword);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes a word, it needs Enter and the arrow keys.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      field.send();
      onEnter(field.text.trim());
    }
    // Escape would clear the field.
    if (event.key === 'Escape' || event.key === 'ArrowDown') event.preventDefault();
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key === 'ArrowDown') onDown();
  };
  return (
    <header className="flex items-start gap-3 px-4 pt-3 pb-2">
      <h1 className="font-semibold text-xl leading-9 tracking-tight @max-3xl:sr-only">Browse</h1>
      <search className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-quiet">
            <Icon name="search" />
          </span>
          <input
            aria-describedby={problem === undefined ? undefined : 'explorer-keyword-problem'}
            aria-invalid={problem !== undefined}
            aria-keyshortcuts="/"
            aria-label="Search the text of all turns"
            autoComplete="off"
            className="min-h-9 w-full text-ellipsis rounded-md border border-field/70 bg-card py-1 pr-3 pl-9 focus-visible:border-accent"
            dir="auto"
            onBlur={field.send}
            onChange={({ target }) => field.type(target.value)}
            onKeyDown={onKeyDown}
            placeholder="Search text: refund “14 days” ord*"
            ref={searchRef}
            spellCheck={false}
            type="search"
            value={field.text}
          />
        </div>
        {problem !== undefined && (
          <p className="text-fail text-sm" id="explorer-keyword-problem" role="alert">
            {problem}
          </p>
        )}
      </search>
      <div className="flex min-h-9 items-center gap-1">{children}</div>
    </header>
  );
}
