import type { ImportChoices, ImportReport } from '../../data/imports.ts';

/** The progress of one file. `before`: the previous report, shown until the next preview is done. */
export type JobState =
  | { readonly kind: 'waiting'; readonly before?: ImportReport | undefined }
  | { readonly kind: 'checking'; readonly rows: number; readonly before?: ImportReport | undefined }
  | { readonly kind: 'checked'; readonly report: ImportReport }
  | { readonly kind: 'importing'; readonly rows: number; readonly before: ImportReport }
  | { readonly kind: 'done'; readonly report: ImportReport }
  | { readonly kind: 'fault'; readonly error: unknown; readonly during: 'check' | 'import' };

/** A file being imported. */
export interface ImportJob {
  readonly id: number;
  readonly file: File;
  readonly choices: ImportChoices;
  readonly state: JobState;
}

export const firstChoices: ImportChoices = {
  dataset: '',
  format: undefined,
  map: '',
  takesAllPaths: false,
  changesExisting: false,
  isAtomic: false,
  approves: false,
};

/** The latest report on the file, even if it is being previewed again. */
export function findReport({ state }: ImportJob): ImportReport | undefined {
  if (state.kind === 'checked' || state.kind === 'done') return state.report;
  return state.kind === 'fault' ? undefined : state.before;
}

/** The number of conversations that an import would add or change. */
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
