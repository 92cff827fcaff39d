import { basename, dirname, extname } from 'node:path';
import { assertNoErrors, Fault, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { parseItem } from '../../conversation/item/parse-item.ts';
import { isAgentvCase, isAgentvHead, isWrittenForAgentv, toLinesPath } from '../agentv/recognize.ts';
import { LossReport } from '../foreign/loss-report.ts';
import { hasSampleColumns } from '../samples/csv-samples.ts';
import { parseJson } from '../syntax/parse-json.ts';
import type { Parsed } from '../syntax/placed-data.ts';
import { isCsvFile, listCsvColumns } from '../syntax/written-table.ts';
import { parseYaml } from '../syntax/yaml/parse-yaml.ts';
import { streamLines } from '../text/lines.ts';
import {
  checkPlainFile,
  checkSize,
  emptyFile,
  evalLimitBytes,
  findStats,
  readStart,
  readText,
  wholeFileLimitBytes,
} from '../text/read-text.ts';
import { toUnreadProblem } from '../text/unread-format.ts';
import { findForeignProblem, namingFormat } from './foreign-file.ts';
import { findForeignFormat } from './known-formats.ts';
import { toShownFile } from './project.ts';

/** `conversations`: in the format of another program. They are imported before they are used. */
export type FileKind = 'eval' | 'targets' | 'samples' | 'deck' | 'items' | 'config' | 'conversations';

const suffixes: readonly (readonly [RegExp, FileKind])[] = [
  [/\.eval\.(?:ya?ml|json|jsonl)$/i, 'eval'],
  [/\.samples\.(?:toml|jsonl|csv|tsv)$/i, 'samples'],
  [/\.deck\.md$/i, 'deck'],
  [/\.deck\.toml$/i, 'samples'],
  [/\.items\.(?:json|jsonl|ya?ml)$/i, 'items'],
  [/^targets\.ya?ml$/i, 'targets'],
];

export const suffixHelp =
  'Known names: *.eval.{yaml,json,jsonl}, *.samples.{toml,jsonl,csv}, *.deck.md, *.items.{json,jsonl,yaml}, targets.yaml.';

/** The kind of a file by its name. */
export function findKindByName(path: string): FileKind | undefined {
  const name = basename(path);
  if (name === 'config.yaml' && ['.turnwise', '.agentv'].includes(basename(dirname(path)))) return 'config';
  return suffixes.find(([suffix]) => suffix.test(name))?.[1];
}

/** The kind of a file by its name, or by its top-level keys. Throws a Fault if neither is known. */
export async function getKind(path: string, cwd: string): Promise<FileKind> {
  const file = toShownFile(path, cwd);
  checkPlainFile({ path, shown: file });
  const byName = findKindByName(path);
  if (byName !== undefined) return byName;
  if (extname(path).toLowerCase() === '.md') return 'deck';
  const kind = await namingFormat({ path, shown: file }, () => findKindInside(path, cwd));
  if (kind !== undefined) return kind;
  const message = `Cannot tell what kind of file "${file}" is.`;
  const unknown = toError({ code: 'FILE_UNKNOWN_KIND', message, hint: suffixHelp, file, line: 1, column: 1 });
  throw new Fault([findForeignProblem({ path, shown: file }) ?? unknown]);
}

/** The kind by the top-level keys. A file of another tool may have some of them, too. */
async function findKindInside(path: string, cwd: string): Promise<FileKind | undefined> {
  const file = toShownFile(path, cwd);
  if (isCsvFile(path)) return findCsvKind(path, file);
  const value = await readTop(path, file);
  const format = findForeignFormat(value);
  if (format !== undefined) throw new Fault({ ...toUnreadProblem(format, file), file, line: 1, column: 1 });
  if (await isForeign(value)) return 'conversations';
  const kind = findKindByContent(value, extname(path).toLowerCase());
  if (kind === 'items' && (await isChatOfOthers(value))) return 'conversations';
  return kind ?? ((await isHeadOfLines(path, value, cwd)) ? 'eval' : undefined);
}

/** Enough for the column names of most tables. */
const headerBytes = 1024 * 1024;

/** A CSV file can have samples. Other tables are for commands of their own. */
function findCsvKind(path: string, file: string): FileKind | undefined {
  // The table itself may be larger than memory.
  const text = readStart(path, headerBytes).toString('utf8');
  if (text.trim() === '') throw emptyFile(file, 'file');
  return hasSampleColumns(listCsvColumns(text)) ? 'samples' : undefined;
}

/** Formats that no file of Turnwise resembles. */
const importedFormats = ['sharegpt', 'ultrachat', 'oasst', 'mt-bench', 'mt-bench-101', 'tau-bench'];

/** Whether the first entry of a file is a conversation, or a question, of another program. */
async function isForeign(value: unknown): Promise<boolean> {
  // Loaded on use: most files are recognized by their name.
  const { detectFormat } = await import('../foreign/open-import-file.ts');
  const format = detectFormat(Array.isArray(value) ? value[0] : value);
  return format !== undefined && importedFormats.includes(format);
}

/** Whether a chat has parts or keys that an item has not, such as content blocks, so that it must be converted. */
async function isChatOfOthers(value: unknown): Promise<boolean> {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const { detectFormat, toItemValue } = await import('../foreign/open-import-file.ts');
  const format = detectFormat(first);
  if (format !== 'openai' && format !== 'anthropic') return false;
  const canRead = (item: unknown) => parseItem(item, { dataset: 'd', id: 'i' }).value !== undefined;
  return !canRead(first) && canRead(toItemValue(first, format, { report: new LossReport(), index: 0 }));
}

/** Whether a YAML file without cases is the head of the JSON Lines next to it. */
async function isHeadOfLines(path: string, value: unknown, cwd: string): Promise<boolean> {
  const lines = toLinesPath(path);
  if (lines === undefined || !isAgentvHead(value) || findStats(lines)?.isFile() !== true) return false;
  try {
    return (await getKind(lines, cwd)) === 'eval';
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

function findKindByContent(value: unknown, suffix: string): FileKind | undefined {
  const isList = Array.isArray(value);
  const first: unknown = isList ? value[0] : value;
  const keys = isPlainObject(first) ? Object.keys(first) : [];
  const kind = findKindByKeys(keys, suffix);
  if (kind !== undefined || suffix === '.toml') return kind;
  // The cases of an AgentV file can be a bare list, and name other files.
  const isCases = isList || suffix === '.jsonl' ? isAgentvCase(keys) : keys.includes('eval_cases');
  return isCases || (isList && typeof first === 'string' && isWrittenForAgentv(value)) ? 'eval' : undefined;
}

/** Samples are TOML or JSON lines. Everything else is YAML or JSON. */
function findKindByKeys(keys: readonly string[], suffix: string): FileKind | undefined {
  const has = (...names: readonly string[]) => names.some((name) => keys.includes(name));
  const canBeSamples = suffix === '.toml' || suffix === '.jsonl';
  if (canBeSamples && has('samples', 'contexts')) return 'samples';
  if (suffix === '.jsonl' && has('messages') && has('expected', 'ratings', 'score', 'split')) return 'samples';
  // The form before messages. Reading it as samples explains how to convert it.
  if (suffix === '.jsonl' && has('userMessage', 'assistantResponse')) return 'samples';
  if (suffix === '.toml') return undefined;
  if (has('cases', 'evalcases', 'tests', 'input_messages', 'turns', 'simulate')) return 'eval';
  if (has('targets') && suffix !== '.jsonl') return 'targets';
  return has('messages', 'history') ? 'items' : undefined;
}

/** The whole file, or the first of JSON Lines. */
async function readTop(path: string, file: string): Promise<unknown> {
  const { data, problems } = await parseTop(path, file);
  assertNoErrors(problems);
  return data?.value;
}

async function parseTop(path: string, file: string): Promise<Parsed> {
  const suffix = extname(path).toLowerCase();
  const request = { path, shown: file };
  if (suffix === '.jsonl') {
    for await (const { text, line } of streamLines(request)) {
      return parseJson({ text, file, reading: 'JSONL', firstLine: line });
    }
    throw emptyFile(file, 'file');
  }
  if (!['.yaml', '.yml', '.json', '.toml'].includes(suffix)) return { problems: [] };
  checkSize(request, suffix === '.json' ? wholeFileLimitBytes : evalLimitBytes);
  const text = readText(request);
  if (text.trim() === '') throw emptyFile(file, 'file');
  if (suffix === '.json') return parseJson({ text, file, reading: 'JSON' });
  if (suffix !== '.toml') return parseYaml({ text, file, reading: 'YAML' });
  // Loaded on use: most files are recognized by their name, and the parser is large.
  const { parseToml } = await import('../syntax/toml/parse-toml.ts');
  return parseToml({ text, file, reading: 'TOML' });
}
