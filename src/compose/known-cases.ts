import { resolve } from 'node:path';
import type { EvalCase } from '../conversation/case.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { type EvalFile, openEval } from '../files/eval/read-eval.ts';
import type { DatasetSource } from '../run/dataset-source.ts';
import { hashFile } from '../run/listed-attachments.ts';
import type { ConversationStart, RunRecord, Store } from '../store/port.ts';
import { openDatasetCases } from './dataset-cases.ts';

/** Cases of a run by the place they have in its files. */
export type KnownCases = ReadonlyMap<string, EvalCase>;

export interface KnownCasesOptions {
  readonly root: string;
  readonly store: Pick<Store, 'runs' | 'curation'>;
  /** Only the cases of conversations that ended so are kept in memory. */
  readonly isWanted: (status: CaseStatus | undefined) => boolean;
}

/** The cases that a run played, as far as their files and datasets still are what they were. */
export async function loadKnownCases(record: RunRecord, options: KnownCasesOptions): Promise<KnownCases> {
  const { root, store, isWanted } = options;
  const wanted = new Set<string>();
  for await (const mark of store.runs.marks(record.id)) if (isWanted(mark.status)) wanted.add(toKey(mark));
  const cases = new Map<string, EvalCase>();
  for (const [file, { path, hash }] of record.spec.files.entries()) {
    const full = resolve(root, path);
    if (hash === '' || hashFile(full) !== hash) continue;
    const source = await findCases(openEval(full, root), record, { path, store });
    const skip = (position: number) => !wanted.has(toKey({ file, position }));
    for await (const { evalCase, position } of source?.readCases({ skip, isChecked: true }) ?? []) {
      if (evalCase !== undefined) cases.set(toKey({ file, position }), evalCase);
    }
  }
  return cases;
}

/** The case of a conversation. One of another id stands there since the run was resumed with changed files. */
export function findKnownCase(cases: KnownCases, start: ConversationStart): EvalCase | undefined {
  const found = cases.get(toKey(start));
  return found?.id === start.id ? found : undefined;
}

function toKey({ file, position }: Pick<ConversationStart, 'file' | 'position'>): string {
  return `${file} ${position}`;
}

/** Undefined: the dataset changed since, so that places mean nothing. */
async function findCases(
  evalFile: EvalFile,
  { spec }: RunRecord,
  { path, store }: { readonly path: string; readonly store: Pick<Store, 'curation'> },
): Promise<EvalFile | DatasetSource | undefined> {
  if (evalFile.fromDataset === undefined) return evalFile;
  const source = openDatasetCases(evalFile, evalFile.fromDataset, store.curation);
  const before = spec.datasets?.find((dataset) => dataset.path === path);
  return (await source.visitCases()).hash === before?.hash ? source : undefined;
}
