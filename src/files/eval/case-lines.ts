import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Fault, type Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { isAgentvHead, isWrittenForAgentv } from '../agentv/recognize.ts';
import type { Attachments } from '../project/attachments.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { parseJson } from '../syntax/parse-json.ts';
import { errorAt, type PlacedData } from '../syntax/placed-data.ts';
import { readStart } from '../text/read-text.ts';
import { type HeadReading, readHead } from './eval-head.ts';
import { EvalHead } from './eval-shape.ts';

/** A file with one case per line. */
interface LinesFile {
  readonly path: string;
  readonly file: string;
  readonly reading: string;
  readonly attachments: Attachments;
}

/** What is known of a file with one case per line before its cases are read. */
export interface LinesHead {
  readonly isForAgentv: boolean;
  /** The head: a line of the file, or the YAML file next to it. */
  readonly head?: HeadReading;
  /** The line of the head, from 1. Undefined: it is in another file. */
  readonly line?: number;
  /** The YAML file next to it. */
  readonly sidecar?: string;
  readonly problems: readonly Problem[];
}

const lineKeys = Object.keys(EvalHead.omit({ cases: true, evalcases: true, tests: true }).shape);
/** Keys that AgentV has at the top, and never in a case that has none of its other keys. */
const agentvLineKeys = ['dataset', 'execution', 'evaluator', 'evaluators', 'assertions', 'version'];

/**
 * Reads the head of a file with one case per line. It is the first line, if that has only keys of an eval file's head:
 * `{"targets": ["bot"]}`. A line with any other key, such as `input_messages`, is a case. Otherwise it is the YAML file
 * of the same name, if that has no cases.
 */
export function readLinesHead(file: LinesFile): LinesHead {
  const lines = readFirstLines(file);
  const [first] = lines;
  const isLine = first !== undefined && isHeadLine(first.data.value);
  const sidecar = readSidecar(file);
  const isForAgentv =
    lines.some(({ data }) => isWrittenForAgentv(data.value)) ||
    (sidecar?.data !== undefined && isWrittenForAgentv(sidecar.data.value));
  const data = isLine ? first.data : sidecar?.data;
  const head = data && readHead(data, { attachments: file.attachments, isApart: true, isForAgentv });
  return {
    isForAgentv,
    ...(head === undefined ? {} : { head }),
    ...(isLine ? { line: first.line } : {}),
    ...(sidecar === undefined ? {} : { sidecar: sidecar.path }),
    problems: [
      ...(sidecar?.problems ?? []),
      ...(head?.problems ?? []),
      ...(isLine && sidecar?.data !== undefined ? [toTwoHeads(first.data, sidecar.path)] : []),
    ],
  };
}

function isHeadLine(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => lineKeys.includes(key) || agentvLineKeys.includes(key));
}

function toTwoHeads(data: PlacedData, sidecar: string): Problem {
  const message = `The file has two heads: this line, and "${basename(sidecar)}".`;
  return errorAt(data, [], { code: 'EVAL_BAD_VALUE', message, hint: 'Keep one.' });
}

interface Sidecar {
  readonly path: string;
  readonly data?: PlacedData;
  readonly problems: readonly Problem[];
}

/** The YAML file of the same name, if it is a head: it has no cases. */
function readSidecar({ path, file }: LinesFile): Sidecar | undefined {
  for (const suffix of ['.yaml', '.yml']) {
    const other = path.replace(/\.jsonl$/i, suffix);
    if (other === path || !existsSync(other)) continue;
    try {
      const shown = file.replace(/\.jsonl$/i, suffix);
      const { data, problems } = parseWholeFile({ path: other, file: shown, what: 'eval' });
      if (data === undefined) return { path: other, problems };
      return isAgentvHead(data.value) ? { path: other, data, problems } : undefined;
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }
  return undefined;
}

interface FirstLine {
  readonly line: number;
  readonly data: PlacedData;
}

/** Enough for a long first case, because its keys show what the file is. */
const startBytes = 1024 * 1024;
/** The keys of a case may be in any of the first lines. */
const sampleSize = 100;

/** The first lines that can be read. A line that is cut is left out. */
function readFirstLines({ path, file, reading }: LinesFile): readonly FirstLine[] {
  const start = readStart(path, startBytes);
  const texts = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const whole = start.length === startBytes ? texts.slice(0, -1) : texts;
  const lines = whole.map((text, index) => ({ text, line: index + 1 })).filter(({ text }) => text.trim() !== '');
  return lines.slice(0, sampleSize).flatMap(({ text, line }, index) => {
    const { data } = parseJson({ text, file, reading, firstLine: line });
    // A first line that cannot be read must not make the second one the head.
    if (data === undefined && index === 0) return [{ line, data: nothing(file, reading, line) }];
    return data === undefined ? [] : [{ line, data }];
  });
}

function nothing(file: string, reading: string, line: number): PlacedData {
  return { file, reading, value: undefined, placeOf: () => ({ file, line, column: 1 }) };
}
