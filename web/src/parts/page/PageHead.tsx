import type { ReactNode } from 'react';

export interface PageHeadProps {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** On the right, or below the title on narrow screens. */
  readonly actions?: ReactNode;
  /** Above the title: a link back. */
  readonly above?: ReactNode;
}

/** The header of a page, with its only h1. */
export function PageHead({ title, lead, actions, above }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-5">
      <div className="flex min-w-0 flex-col gap-1">
        {above !== undefined && <div className="text-quiet text-sm">{above}</div>}
        <h1 className="break-words font-semibold text-2xl leading-tight tracking-tight" dir="auto">
          {title}
        </h1>
        {lead !== undefined && <p className="max-w-prose text-quiet">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
