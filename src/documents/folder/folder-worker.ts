import { parentPort, workerData } from 'node:worker_threads';
import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import type { DocumentHit, WholeDocument } from '../port.ts';
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
  readonly question?: FolderQuestion;
}

export type FolderQuestion =
  | { readonly kind: 'search'; readonly query: string; readonly top: number }
  | { readonly kind: 'find'; readonly url: string };

export interface FolderAnswer {
  readonly results?: readonly DocumentHit[];
  readonly document?: WholeDocument;
}

export type FolderReply =
  | { readonly id: number; readonly answer: FolderAnswer; readonly problems: readonly Problem[] }
  | { readonly id: number; readonly error: string };

// Started by openFolderSearch alone, which passes a FolderPlace.
const { folder, baseUrl } = workerData as FolderPlace;
const index = new FolderIndex(folder, baseUrl);

parentPort?.on('message', (request: FolderRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(reply(request));
  index.close();
  parentPort?.close();
});

function reply({ id, isStale, question }: FolderRequest): FolderReply {
  try {
    const problems = isStale ? index.refresh() : [];
    return { id, answer: question === undefined ? {} : answer(question), problems };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function answer(question: FolderQuestion): FolderAnswer {
  if (question.kind === 'search') return { results: index.search(question.query, question.top) };
  const document = index.find(question.url);
  return definedOnly({ document });
}
