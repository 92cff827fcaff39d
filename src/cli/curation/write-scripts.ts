import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { renderScriptedEval, type ScriptedCase } from '../../files/eval/write-eval.ts';
import type { ImportFile } from '../../files/foreign/open-import-file.ts';
import { writeTextAtomically } from '../../files/text/write-atomically.ts';
import { quoteArgument, toVisibleText } from '../../format/transcript.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { assertNotProtected } from '../../wiring/protected-files.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';
import { countOf } from '../render-problems.ts';
import { assertPlainFile } from '../report/report-file.ts';
import type { ImportCommand } from './open-import.ts';
import { renderLosses } from './render-losses.ts';

/** A file of questions without replies. */
export type QuestionFile = ImportFile & { readonly questions: readonly ScriptedCase[] };

/** Questions become scripts to play, so they can be imported only alone. */
export function findQuestionFile(files: readonly ImportFile[], command: ImportCommand): QuestionFile | undefined {
  const [found] = files.flatMap((file) =>
    file.questions === undefined ? [] : [{ ...file, questions: file.questions }],
  );
  if (found === undefined) {
    if (command.out === undefined && command.force !== true) return undefined;
    const option = command.out === undefined ? '--force' : '--out';
    const message = `${option} only works with questions without replies, such as MT-Bench.`;
    throw usageFault(message, 'Remove it. Other files become items in the database.');
  }
  if (files.length > 1) {
    const message = `"${found.file}" has questions without replies, which become an eval file.`;
    throw usageFault(message, `Import it alone: turnwise import ${quoteArgument(found.file)}`);
  }
  const given = [
    ...(command.mode === 'upsert' ? ['--mode upsert'] : []),
    ...(command.atomic === true ? ['--atomic'] : []),
    ...(command.approve === true ? ['--approve'] : []),
  ];
  if (given.length === 0) return found;
  throw usageFault(
    `${given.join(' and ')} only ${given.length === 1 ? 'works' : 'work'} with conversations, but "${found.file}" has questions without replies.`,
    'Remove it. The questions become an eval file.',
  );
}

/** Writes an eval file that plays the questions as scripts. */
export function writeScripts(file: QuestionFile, command: ImportCommand, io: Io): ExitCode {
  const { questions } = file;
  if (questions.length === 0) throw new Fault({ code: 'IMPORT_EMPTY', message: `"${file.file}" has no questions.` });
  const name = command.dataset ?? toEvalName(file.dataset);
  const out = command.out ?? `${toFileName(name)}.eval.yaml`;
  const description = `${countOf(questions.length, 'question')} imported from ${basename(file.file)}`;
  const text = renderScriptedEval({ name, description, cases: questions });
  const isNew = checkTarget({ out, text }, command, io);
  if (command.dryRun !== true && isNew) writeTextAtomically(out, io.cwd, text);
  print({ file, out, text, isNew }, command, io);
  return 0;
}

/** The published file is `question.jsonl`, which names no eval. */
function toEvalName(dataset: string | undefined): string {
  return dataset === undefined || /^questions?$/i.test(dataset) ? 'mt-bench' : dataset;
}

/** A name may contain characters that lead to another folder. */
function toFileName(name: string): string {
  return name.replaceAll(/[/\\:\s]+/g, '-');
}

interface Target {
  readonly out: string;
  readonly text: string;
}

/** Returns whether the file must be written. A file with the same text stays as it is. */
function checkTarget({ out, text }: Target, command: ImportCommand, { cwd }: Io): boolean {
  if (!/\.eval\.ya?ml$/i.test(out)) {
    throw usageFault(`--out "${out}" is not an eval file.`, 'Choose a name that ends in .eval.yaml.');
  }
  assertPlainFile(out, { cwd });
  assertNotProtected(out, { cwd, store: findStorePath({ path: command.db, cwd }), read: command.files });
  const full = resolve(cwd, out);
  if (!existsSync(full)) return true;
  if (readFileSync(full, 'utf8') === text) return false;
  if (command.force === true) return true;
  throw new Fault({
    code: 'FILE_NOT_WRITTEN',
    message: `"${out}" already exists with different content.`,
    hint: 'Choose another file with --out, or overwrite it with --force.',
  });
}

interface Written extends Target {
  readonly file: QuestionFile;
  readonly isNew: boolean;
}

function print({ file, out, text, isNew }: Written, command: ImportCommand, io: Io): void {
  const { questions, report } = file;
  const turns = questions.reduce((sum, question) => sum + question.turns.length, 0);
  if (command.json === true) {
    const losses = report.listKinds();
    const result = { file: out, cases: questions.length, turns, written: isNew && command.dryRun !== true, losses };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const losses = renderLosses(report, `Not imported from ${file.file} (${file.format}):`);
  if (losses !== '') io.err(`${losses}\n`);
  const counts = `${countOf(questions.length, 'case')} with ${countOf(turns, 'scripted turn')}`;
  if (command.dryRun === true) {
    io.out(text);
    io.err(
      `Dry run: nothing was written. ${counts} would go to ${toVisibleText(out)}. Remove --dry-run to write it.\n`,
    );
    return;
  }
  const did = isNew ? `Wrote ${toVisibleText(out)}: ${counts}.` : `${toVisibleText(out)} is up to date: ${counts}.`;
  io.out(`${did}\nNext: turnwise run ${quoteArgument(out)} --target <target>\n`);
}
