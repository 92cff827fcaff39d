import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';
import { openEval } from '../files/eval/read-eval.ts';
import { getKind } from '../files/project/file-kind.ts';
import { findTargetsFile } from '../files/targets/find-targets.ts';
import { readTargets } from '../files/targets/read-targets.ts';
import type { EvalSource } from '../run/run-context.ts';
import { openFormatOptions } from './format-options.ts';
import { openImageReader } from './image-reader.ts';

/** Opens the eval files of a run, each with the targets file that applies to it. */
export async function openEvalSources(paths: readonly string[], cwd: string): Promise<readonly EvalSource[]> {
  const full = [...new Set(paths.map((path) => resolve(cwd, path)))];
  const sources: EvalSource[] = [];
  for (const [index, path] of full.entries()) sources.push(await openSource(path, index, cwd));
  return sources;
}

async function openSource(path: string, index: number, cwd: string): Promise<EvalSource> {
  const kind = await getKind(path, cwd);
  if (kind !== 'eval') throw notAnEval(path, kind);
  const evalFile = openEval(path, cwd);
  const targetsPath = findTargetsFile(evalFile.path, evalFile.root);
  const targetsFile = targetsPath === undefined ? undefined : readTargets(targetsPath, cwd);
  return {
    index,
    evalFile,
    targetsFile,
    specs: new Map(targetsFile?.targets.map((spec) => [spec.id, spec])),
    files: { format: openFormatOptions(evalFile, cwd), readImage: openImageReader(evalFile.attachments) },
  };
}

/** Targets chosen on the command line have to be in every file's targets. */
export function checkChosenTargets(sources: readonly EvalSource[], chosen: readonly string[]): void {
  for (const { specs, targetsFile, evalFile } of sources) {
    for (const id of chosen) {
      if (specs.has(id)) continue;
      const unusable = targetsFile?.unusable.find((target) => target.id === id);
      const where =
        targetsFile === undefined ? `no targets.yaml for ${evalFile.file}` : `no target "${id}" in ${targetsFile.file}`;
      const message =
        unusable === undefined ? `There is ${where}.` : `The target "${id}" cannot be called: ${unusable.reason}`;
      const hint =
        targetsFile === undefined
          ? 'Write one; `turnwise init` shows how.'
          : suggestFrom(id, [...specs.keys()], 'It has');
      throw new Fault({ code: 'TARGET_UNKNOWN', message, hint });
    }
  }
}

function notAnEval(path: string, kind: string): Fault {
  const message = `"${path}" is a ${kind} file, and only eval files can be run.`;
  return new Fault({ code: 'RUN_NOT_AN_EVAL', message, hint: 'Name a .eval.yaml, .eval.json or .eval.jsonl file.' });
}
