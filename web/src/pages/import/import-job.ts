import type { ImportChoices, ImportReport } from '../../data/imports.ts';

/** What one file is at. `before`: what an earlier look said, shown until the next one is done. */
export type JobState =
  | { readonly kind: 'waiting'; readonly before?: ImportReport | undefined }
  | { readonly kind: 'checking'; readonly rows: number; readonly before?: ImportReport | undefined }
  | { readonly kind: 'checked'; readonly report: ImportReport }
  | { readonly kind: 'importing'; readonly rows: number; readonly before: ImportReport }
  | { readonly kind: 'done'; readonly report: ImportReport }
  | { readonly kind: 'fault'; readonly error: unknown; readonly during: 'check' | 'import' };

/** A file on its way in. */
export interface ImportJob {
  readonly id: number;
  readonly file: File;
  readonly choices: ImportChoices;
  readonly state: JobState;
}

export const firstChoices: ImportChoices = {
  dataset: '',
  format: undefined,
  changesExisting: false,
  isAtomic: false,
  approves: false,
};

/** What is known of the file by now, or was before it was looked at again. */
export function findReport({ state }: ImportJob): ImportReport | undefined {
  if (state.kind === 'checked' || state.kind === 'done') return state.report;
  return state.kind === 'fault' ? undefined : state.before;
}

/** How many conversations an import would bring in or change. */
export function countToImport({ counts }: ImportReport): number {
  return counts.created + counts.updated;
}

export function countAll({ counts }: ImportReport): number {
  return counts.created + counts.updated + counts.unchanged + counts.failed;
}

/** Whether the file can be imported now. */
export function canImport({ state }: ImportJob): boolean {
  return state.kind === 'checked' && countToImport(state.report) > 0;
}
