import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { findWebHost, isHostPlain } from './web-address.ts';

export interface HostLinkProps {
  readonly url: string;
  /** Shown instead of the address. The host follows, so that the text cannot disguise the target. */
  readonly children?: ReactNode;
  readonly onOpen?: () => void;
  /** A name that shortcuts use to find the link. */
  readonly place?: string;
}

/** A link to the web that shows its host. Anything except a web address is shown as text. */
export function HostLink({ url, children, onOpen, place }: HostLinkProps) {
  const host = findWebHost(url);
  if (host === undefined) {
    return (
      <span className="break-words" dir="auto">
        {children ?? url}
      </span>
    );
  }
  return (
    <a
      className="inline-flex min-w-0 max-w-full flex-wrap items-baseline gap-x-1 text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      data-place={place}
      href={url.trim()}
      onAuxClick={onOpen}
      onClick={onOpen}
      rel="noopener noreferrer nofollow"
      target="_blank"
    >
      <span className="min-w-0 break-words" dir="auto">
        {children ?? url}
      </span>
      {(children !== undefined || !isHostPlain(url)) && <span className="shrink-0 text-quiet text-xs">{host}</span>}
      <span className="self-center">
        <Icon name="external" size={12} />
      </span>
      <span className="sr-only">, opens in a new tab</span>
    </a>
  );
}
