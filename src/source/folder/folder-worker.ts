import { parentPort, workerData } from 'node:worker_threads';
import type { Problem } from '../../base/fault.ts';
import type { SourceResult } from '../port.ts';
import { FolderIndex } from './folder-index.ts';

/** What the thread is started with. */
export interface FolderPlace {
  readonly folder: string;
  readonly baseUrl?: string;
}

export interface FolderRequest {
  readonly id: number;
  /** Whether to look for changed files first. */
  readonly isStale: boolean;
  /** Absent: only look for changed files. */
  readonly search?: { readonly query: string; readonly top: number };
}

export type FolderReply =
  | { readonly id: number; readonly results: readonly SourceResult[]; readonly problems: readonly Problem[] }
  | { readonly id: number; readonly error: string };

// Started by openFolderSource alone, which passes a FolderPlace.
const { folder, baseUrl } = workerData as FolderPlace;
const index = new FolderIndex(folder, baseUrl);

parentPort?.on('message', (request: FolderRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(answer(request));
  index.close();
  parentPort?.close();
});

function answer({ id, isStale, search }: FolderRequest): FolderReply {
  try {
    const problems = isStale ? index.refresh() : [];
    const results = search === undefined ? [] : index.search(search.query, search.top);
    return { id, results, problems };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
