import type { ReactNode } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { HostLink } from '../../../../parts/HostLink.tsx';
import { findWebHost } from '../../../../parts/web-address.ts';

export interface RefTitleProps {
  readonly source: Ref;
  /** Its name for keys that lead to it. */
  readonly place: string;
  /** Behind it. */
  readonly children: ReactNode;
  /** Shows its text: what is no page of the web is read here. */
  readonly onRead: () => void;
  /** It was opened elsewhere. */
  readonly onVisit: () => void;
}

/** The name of a source, which opens it: a page of the web in a new tab, any other over this one. */
export function RefTitle({ source, place, children, onRead, onVisit }: RefTitleProps) {
  const title = source.title?.trim() || undefined;
  return (
    <p className="flex items-baseline gap-2 text-sm">
      {findWebHost(source.url) === undefined ? (
        <button
          className="min-h-6 min-w-0 text-start text-accent underline decoration-accent/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-accent"
          data-place={place}
          dir="auto"
          onClick={onRead}
          type="button"
        >
          {title ?? source.url}
        </button>
      ) : (
        <HostLink onOpen={onVisit} place={place} url={source.url}>
          {title}
        </HostLink>
      )}
      {children}
    </p>
  );
}
