import type { ReactNode, Ref } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useTypedText } from './filters/use-typed-text.ts';

export interface ExplorerBarProps {
  readonly keyword: string;
  readonly onKeyword: (keyword: string) => void;
  readonly problem: string | undefined;
  readonly searchRef: Ref<HTMLInputElement>;
  /** At the right. */
  readonly children: ReactNode;
}

/** The head of the explorer: the search over all texts, and what can be done with the list. */
export function ExplorerBar({ keyword, onKeyword, problem, searchRef, children }: ExplorerBarProps) {
  const field = useTypedText(keyword, onKeyword);
  return (
    <header className="flex items-start gap-3 px-4 pt-3 pb-2">
      <h1 className="font-semibold text-xl leading-9 tracking-tight @max-3xl:sr-only">Explorer</h1>
      <search className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-quiet">
            <Icon name="search" />
          </span>
          <input
            aria-describedby={problem === undefined ? undefined : 'explorer-keyword-problem'}
            aria-invalid={problem !== undefined}
            aria-keyshortcuts="/"
            aria-label="Search the texts of all turns"
            autoComplete="off"
            className="min-h-9 w-full rounded-md border border-field/70 bg-card py-1 pr-3 pl-9 focus-visible:border-accent"
            dir="auto"
            onBlur={field.send}
            onChange={({ target }) => field.type(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') field.send();
              if (event.key !== 'Escape') return;
              // The browser would empty the field.
              event.preventDefault();
              event.currentTarget.blur();
            }}
            placeholder="Search the texts: refund “14 days” ord*"
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
