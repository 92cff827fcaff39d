import type { EvalFile } from '../files/eval/read-eval.ts';
import { openGuidelineTest } from '../files/project/config.ts';
import type { FormatOptions } from '../format/attachment.ts';

/** Formatting with the files of an eval: read inside its project, guidelines by the project's patterns. */
export function openFormatOptions(evalFile: EvalFile, cwd: string): FormatOptions {
  const { attachments } = evalFile;
  const isGuideline = openGuidelineTest(evalFile.root, cwd);
  return {
    readFile: (_path, written) => attachments.readText(written),
    isGuideline: (_path, written) => isGuideline(attachments.resolve(written)),
    identifyFile: (_path, written) => attachments.identify(written),
  };
}
