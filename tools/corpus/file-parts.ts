import { relative, resolve, sep } from 'node:path';
import type { EvalCase } from '../../src/conversation/case.ts';
import { listWithParts, toResultsPrompt } from '../../src/conversation/grader-spec.ts';
import { toPromptSource } from '../../src/conversation/judge/prompt-spec.ts';
import type { EvalFile } from '../../src/files/eval/read-eval.ts';
import type { CorpusFile } from './corpus-file.ts';

/** Evaluators that AgentV files include by name. */
const templates = /(?:^|\/)\.agentv\/templates\//;

/** Files that only belong to an eval, such as its case files and prompts, count with it. */
export function markParts(rows: readonly CorpusFile[]): readonly CorpusFile[] {
  const owners = new Map(rows.flatMap(({ file, parts = [] }) => parts.map((part) => [part, file] as const)));
  return rows.map((row): CorpusFile => {
    const { file } = row;
    const owner = owners.get(file) ?? (templates.test(file) ? 'the evals that include it' : undefined);
    // The head of JSON Lines has a line of its own, and counts with them.
    if (owner === undefined || row.isHead === true || row.loads === 'crashed') return row;
    return { file, kind: 'part', loads: 'part', lost: [], contents: `of ${owner}` };
  });
}

/** The prompts of judges in a case, as absolute paths. Decks are files of their own. */
export function listPrompts({ graders, turns = [] }: EvalCase, { attachments }: EvalFile): readonly string[] {
  const all = [...graders, ...turns.flatMap((turn) => turn.graders ?? [])].flatMap((one) => [...listWithParts(one)]);
  return all.flatMap(({ grader }) => {
    const written = grader.prompt ?? toResultsPrompt(grader.composite)?.prompt;
    const file = written === undefined ? undefined : toPromptSource(written).file;
    if (file === undefined || attachments.findText(file) === undefined || file.endsWith('.deck.md')) return [];
    return [attachments.identify(file)];
  });
}

/** Paths as the table shows them. */
export function toPartNames(paths: Iterable<string>, folder: string): readonly string[] {
  return [...new Set(paths)].map((path) => relative(resolve(folder), path).split(sep).join('/'));
}
