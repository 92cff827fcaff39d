import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { configQuery, documentQuery, searchQuery } from '../../../../data/workspace.ts';
import { findWebHost } from '../../../../parts/text/web-address.ts';

/** The text of a source. */
export interface SourceText {
  readonly isLoading: boolean;
  /** The document of the server, else what the reference carries; '' for none. */
  readonly text: string;
  /** It is that of the server. */
  readonly isWhole: boolean;
  /** Whether the server shortened a very long document. */
  readonly isCut: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Asks the server for the whole; undefined: it was asked. */
  readonly askForWhole: (() => void) | undefined;
}

/**
 * A web page with its own content is rarely a document of the server, and each "not found" fills the browser's log. So
 * the document is requested only if a search by its title finds it.
 */
export function useSourceText({ url, title, content }: Ref): SourceText {
  const own = content ?? '';
  const isOnlyThere = own.trim() === '' || findWebHost(url) === undefined;
  const hasSearch = useQuery(configQuery()).data?.hasSearch === true;
  const words = title?.trim() ?? '';
  const found = useQuery({ ...searchQuery(words), enabled: !isOnlyThere && hasSearch && words !== '' });
  const isFound = found.data?.results.some((result) => result.url === url) === true;
  const [isWanted, setWanted] = useState(false);
  const isAsked = isOnlyThere || isFound || isWanted;
  const document = useQuery({ ...documentQuery(url), enabled: isAsked });
  return {
    isLoading: found.isLoading || document.isLoading,
    text: document.data?.text ?? own,
    isWhole: document.data !== undefined,
    isCut: document.data?.isCut === true,
    error: document.error,
    retry: () => void document.refetch(),
    askForWhole: isAsked || document.isError ? undefined : () => setWanted(true),
  };
}
