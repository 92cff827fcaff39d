import { resolve } from 'node:path';
import type { EvalCase } from '../conversation/case.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { openEval } from '../files/eval/read-eval.ts';
import type { FormatOptions } from '../format/attachment.ts';
import type { ConversationMark, RunRecord, Store } from '../store/port.ts';
import { openPastCases } from './dataset-cases.ts';
import { openFormatOptions } from './eval-sources.ts';
import { hashFile } from './run-inputs.ts';

/** A case as it was played, with the files that it attaches. */
export interface KnownCase {
  readonly evalCase: EvalCase;
  readonly files: FormatOptions;
}

/** Cases of a run by the place they have in its files. */
export type KnownCases = ReadonlyMap<string, KnownCase>;

interface KnownCasesOptions {
  readonly root: string;
  readonly store: Pick<Store, 'runs' | 'curation'>;
  /** Only the cases of conversations that ended so are kept in memory. */
  readonly isWanted: (status: CaseStatus | undefined) => boolean;
}

/**
 * The cases that a run played: those of files that still are what they were, and those of datasets as they were when it
 * began.
 */
export async function loadKnownCases(record: RunRecord, options: KnownCasesOptions): Promise<KnownCases> {
  const { root, store, isWanted } = options;
  const wanted = new Map<string, ConversationMark>();
  const marks = store.runs.marks(record.id, { grading: record.grading?.number ?? 0 });
  for await (const mark of marks) if (isWanted(mark.status)) wanted.set(toKey(mark), mark);
  const cases = new Map<string, KnownCase>();
  for (const [file, { path, hash }] of record.spec.files.entries()) {
    const full = resolve(root, path);
    if (hash === '' || hashFile(full) !== hash) continue;
    const evalFile = openEval(full, root);
    const files = openFormatOptions(evalFile, root);
    if (evalFile.fromDataset === undefined) {
      const skip = (position: number) => !wanted.has(toKey({ file, position }));
      for await (const { evalCase, position } of evalFile.readCases({ skip, isChecked: true })) {
        if (evalCase !== undefined) cases.set(toKey({ file, position }), { evalCase, files });
      }
      continue;
    }
    const findCase = openPastCases(evalFile, evalFile.fromDataset, { store: store.curation, at: record.startedAt });
    for (const [key, mark] of wanted) {
      const evalCase = mark.file === file ? await findCase(mark.id) : undefined;
      if (evalCase !== undefined) cases.set(key, { evalCase, files });
    }
  }
  return cases;
}

/** The case of a conversation. One of another id stands there since the run was resumed with changed files. */
export function findKnownCase(cases: KnownCases, start: ConversationStart): KnownCase | undefined {
  const found = cases.get(toKey(start));
  return found?.evalCase.id === start.id ? found : undefined;
}

function toKey({ file, position }: Pick<ConversationStart, 'file' | 'position'>): string {
  return `${file} ${position}`;
}
