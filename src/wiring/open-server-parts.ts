import type { Clock } from '../base/clock.ts';
import type { Problem } from '../base/fault.ts';
import { makeRandomIds } from '../base/random-id.ts';
import type { DocumentSearch } from '../documents/port.ts';
import type { Store } from '../store/port.ts';
import { findStoreRoot, openStore } from './open-store.ts';

interface ServerPartsOptions {
  /** Path of the database that was named, if any. */
  readonly store?: string | undefined;
  readonly cwd: string;
  readonly clock: Clock;
  /** Folder of reference documents. */
  readonly documents?: string | undefined;
  /** Called with documents that cannot be searched, and with permissions that were changed. */
  readonly onProblem: (problem: Problem) => void;
}

export interface ServerParts {
  readonly store: Store;
  readonly documents?: DocumentSearch;
  /** The project that the database belongs to. */
  readonly projectRoot: string;
  readonly newTurnId: () => string;
  close(): Promise<void>;
}

/** What a server on this machine works with. The database is made if it is not there. */
export async function openServerParts(options: ServerPartsOptions): Promise<ServerParts> {
  // First, since it fails when the folder is not there, and nothing has to be closed then.
  const documents = options.documents === undefined ? undefined : await openDocuments(options.documents, options);
  try {
    const { store: path, cwd, clock, onProblem } = options;
    const store = await openStore({ path, cwd, clock, onMadePrivate: onProblem });
    return {
      store,
      ...(documents === undefined ? {} : { documents }),
      projectRoot: findStoreRoot({ path: options.store, cwd: options.cwd }),
      newTurnId: makeRandomIds(),
      close: async () => {
        await documents?.close();
        await store.close();
      },
    };
  } catch (error) {
    await documents?.close();
    throw error;
  }
}

async function openDocuments(folder: string, { clock, onProblem }: ServerPartsOptions): Promise<DocumentSearch> {
  const { openFolderSearch } = await import('../documents/folder/open-folder-search.ts');
  return openFolderSearch({ folder, clock, onProblem });
}
