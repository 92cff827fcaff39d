import { Fault, type Place, type ProblemInput } from '../../base/fault.ts';
import { toShellWord } from '../../base/shell-word.ts';

/** A format that Turnwise does not read, or that only other commands read. */
export interface UnreadFormat {
  /** Its name with an article, for messages: "a ZIP archive". */
  readonly name: string;
  /** What to do with such a file. */
  readonly advice: (file: string) => string;
  /** true: reading it is planned. */
  readonly isPlanned?: boolean;
  /** true: `import` reads it. */
  readonly isImported?: boolean;
}

/** Enough for the first names in a ZIP archive, and for the mark of a tar archive. */
export const signatureBytes = 4096;

/**
 * The format of a file by its first bytes. Undefined: it can be text. `name` tells archives apart that contain the same
 * kind of files.
 */
export function findSignature(bytes: Uint8Array, name: string): UnreadFormat | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, signatureBytes)).toString('latin1');
  if (/^PK(?:\x03\x04|\x05\x06)/.test(start)) return toArchive(start, name);
  return signatures.find(({ mark }) => mark.test(start));
}

/** For formats whose conversations can be written as messages. */
export const messagesAdvice =
  'Write each conversation as one line {"messages": [{"role": "user", "content": "…"}]} of a .jsonl file, then run: turnwise import <file>.jsonl';

const inspectLog: UnreadFormat = {
  name: 'an Inspect log (a ZIP archive)',
  isPlanned: true,
  advice: (file) => `Convert it to JSON: inspect log dump ${toShellWord(file)} > log.json. ${messagesAdvice}`,
};
const zip: UnreadFormat = {
  name: 'a ZIP archive',
  advice: (file) => `Unpack it: unzip ${toShellWord(file)}. Then name the file inside that you need.`,
};
const workbook: UnreadFormat = {
  name: 'a spreadsheet',
  advice: (file) => `Save the sheet as CSV in UTF-8, then run: turnwise import ${withSuffix(file, '.csv')}`,
};
const wordDocument: UnreadFormat = { name: 'a Word document', advice: toTextAdvice };

/** Office files and Inspect logs are ZIP archives. The names inside tell which. */
function toArchive(start: string, name: string): UnreadFormat {
  const names = [...start.matchAll(/PK\x03\x04/g)].map(({ index }) => {
    const length = start.charCodeAt(index + 26) + start.charCodeAt(index + 27) * 256;
    return start.slice(index + 30, index + 30 + length);
  });
  const has = (part: RegExp) => names.some((entry) => part.test(entry));
  if (/\.eval$/i.test(name) || has(/^_journal\/|^samples\/.+_epoch_\d+\.json$/)) return inspectLog;
  if (/\.(?:xlsx|ods)$/i.test(name) || has(/^xl\//) || start.includes('opendocument.spreadsheet')) return workbook;
  return /\.docx$/i.test(name) || has(/^word\//) ? wordDocument : zip;
}

function withSuffix(file: string, suffix: string): string {
  return toShellWord(`${file.replace(/\.\w+$/, '')}${suffix}`);
}

function toTextAdvice(): string {
  return 'Copy the text that you need to a Markdown or text file.';
}

function toImageAdvice(file: string): string {
  return `To send an image, name it in a message of an eval file: {type: image, value: ${file.split(/[/\\]/).at(-1)}}`;
}

function toUnpackAdvice(program: string) {
  return (file: string) => `Unpack it: ${program} ${toShellWord(file)}. Then name the file that comes out.`;
}

function toOtherAdvice(): string {
  return 'Name a text file, such as .eval.yaml, .jsonl or .csv.';
}

function toUtf8Advice(file: string): string {
  const word = toShellWord(file);
  return `Save it as UTF-8: iconv -f UTF-16 -t UTF-8 ${word} > ${withSuffix(file, `.utf8${findSuffix(file)}`)}. In PowerShell, write files with: | Out-File -Encoding utf8`;
}

function findSuffix(file: string): string {
  return /\.\w+$/.exec(file)?.[0] ?? '';
}

/** Marks that no text in UTF-8 starts with, apart from the pointers at the end. */
const signatures: readonly (UnreadFormat & { readonly mark: RegExp })[] = [
  {
    mark: /^(?:\xff\xfe|\xfe\xff)|^(?:[\t\n\r -~]\0){8}|^(?:\0[\t\n\r -~]){8}/,
    name: 'text in UTF-16',
    advice: toUtf8Advice,
  },
  {
    mark: /^PAR1[\0-\x1f]/,
    name: 'a Parquet file',
    isImported: true,
    advice: (file) => `Import its rows as conversations: turnwise import ${toShellWord(file)}`,
  },
  { mark: /^\x1f\x8b/, name: 'a gzip file', advice: toUnpackAdvice('gunzip') },
  { mark: /^\x28\xb5\x2f\xfd/, name: 'a Zstandard file', advice: toUnpackAdvice('unzstd') },
  { mark: /^BZh[1-9]1AY&SY/, name: 'a bzip2 file', advice: toUnpackAdvice('bunzip2') },
  { mark: /^\xfd7zXZ\0/, name: 'an xz file', advice: toUnpackAdvice('unxz') },
  { mark: /^7z\xbc\xaf\x27\x1c/, name: 'a 7-Zip archive', advice: toUnpackAdvice('7z x') },
  { mark: /^Rar!\x1a\x07/, name: 'a RAR archive', advice: toUnpackAdvice('unrar x') },
  { mark: /^.{257}ustar[\0 ]/s, name: 'a tar archive', advice: toUnpackAdvice('tar -xf') },
  {
    mark: /^SQLite format 3\0/,
    name: 'a SQLite database',
    advice: (file) =>
      `If Turnwise wrote it, name it with --db ${toShellWord(file)}. Otherwise export a table as CSV, then run: turnwise import <file>.csv`,
  },
  { mark: /^%PDF-\d/, name: 'a PDF document', advice: toTextAdvice },
  { mark: /^\x89PNG\r\n/, name: 'a PNG image', advice: toImageAdvice },
  { mark: /^\xff\xd8\xff/, name: 'a JPEG image', advice: toImageAdvice },
  { mark: /^GIF8[79]a/, name: 'a GIF image', advice: toImageAdvice },
  { mark: /^RIFF.{4}WEBP/s, name: 'a WebP image', advice: toImageAdvice },
  {
    mark: /^(?:II\*\0|MM\0\*|BM.{4}\0{4})/s,
    name: 'an image',
    advice: () => 'Convert it to PNG to send it in a message of an eval file: {type: image, value: <file>.png}',
  },
  {
    mark: /^(?:RIFF.{4}WAVE|ID3[\x02-\x04]\0|OggS\0|fLaC\0|\0\0.{2}ftyp)/s,
    name: 'an audio or video file',
    advice: () => 'Turnwise works with text. Name a transcript of it.',
  },
  {
    mark: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    name: 'an old Office file',
    advice: () => 'Save a sheet as CSV in UTF-8, or a document as text.',
  },
  {
    mark: /^(?:ARROW1\0\0|\xff{4}.{3}\0\x10\0{3})/s,
    name: 'an Arrow file',
    advice: () =>
      'In Python, write it as JSON Lines: dataset.to_json("data.jsonl"). Then run: turnwise import data.jsonl',
  },
  { mark: /^(?:\x89HDF\r\n|\x93NUMPY)/, name: 'a file of numeric arrays', advice: toOtherAdvice },
  { mark: /^\x80[\x02-\x05][\x00-\x1f\x80-\xff\x5d\x7d]/, name: 'a Python pickle', advice: toOtherAdvice },
  {
    mark: /^(?:\x7fELF|MZ.\0|\0asm|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/s,
    name: 'a compiled program',
    advice: () => 'To test a program, name it as the command of a target in targets.yaml.',
  },
  {
    mark: /^version https:\/\/git-lfs\.github\.com\/spec\//,
    name: 'a Git LFS pointer',
    advice: (file) => `It stands for a file that was not downloaded. Run: git lfs pull --include ${toShellWord(file)}`,
  },
  {
    mark: /^\/?annex\/objects\//,
    name: 'a git-annex pointer',
    advice: (file) => `It stands for a file that was not downloaded. Run: git annex get ${toShellWord(file)}`,
  },
];

/** The problem of a file in such a format. */
export function toUnreadProblem({ name, isPlanned, isImported, advice }: UnreadFormat, file: string): ProblemInput {
  const what = isImported ? '' : `, which Turnwise does not read${isPlanned ? ' yet' : ''}`;
  return { code: 'FILE_UNKNOWN_KIND', message: `This is ${name}${what}.`, hint: advice(file) };
}

/** Throws a Fault if the first bytes of a file show that it is not text. */
export function assertText(
  bytes: Uint8Array,
  { shown, place }: { readonly shown: string; readonly place?: Place },
): void {
  const format = findSignature(bytes, shown);
  if (format === undefined) return;
  if (place === undefined) throw new Fault({ ...toUnreadProblem(format, shown), file: shown, line: 1, column: 1 });
  // A file that another file names: the place is in that file.
  const message = `"${shown}" is ${format.name}, not text in UTF-8.`;
  throw new Fault({ code: 'FILE_NOT_UTF8', message, hint: format.advice(shown), ...place });
}
