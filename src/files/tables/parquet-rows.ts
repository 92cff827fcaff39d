import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from 'hyparquet';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toMegabytes } from '../text/read-text.ts';

export interface ParquetFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
}

const batchRows = 100;

/** Reads the rows of a Parquet file as JSON values in batches, one row group after another. */
export async function* readParquetRows({ path, file }: ParquetFile): AsyncGenerator<readonly unknown[]> {
  const buffer = await asyncBufferFromFile(path);
  const metadata = await readMetadata(buffer, file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    checkGroup(group, file);
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await readRows({ file: buffer, metadata, rowStart, rowEnd, compressors: toCompressors() }, file);
    for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows).map(toJson);
    rowStart = rowEnd;
  }
}

const codecs: readonly string[] = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'];
const groupLimitBytes = 1024 * 1024 * 1024;

/**
 * Node has every codec in use except Snappy, which hyparquet reads, LZ4 and LZO. What a row group unpacks to is limited
 * here, because the size in its header may be wrong.
 */
function toCompressors(): Compressors {
  let unpacked = 0;
  const checkSize = (bytes: number): { readonly maxOutputLength: number } => {
    unpacked += bytes;
    if (unpacked > groupLimitBytes) throw new Error(`Its pages exceed ${toMegabytes(groupLimitBytes)} MB`);
    return { maxOutputLength: Math.max(1, bytes) };
  };
  return {
    SNAPPY: (input, bytes) => {
      checkSize(bytes);
      const output = new Uint8Array(bytes);
      snappyUncompress(input, output);
      return output;
    },
    GZIP: (input, bytes) => gunzipSync(input, checkSize(bytes)),
    BROTLI: (input, bytes) => brotliDecompressSync(input, checkSize(bytes)),
    ZSTD: (input, bytes) => zstdDecompressSync(input, checkSize(bytes)),
  };
}

async function readMetadata(buffer: AsyncBuffer, file: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(buffer);
  } catch (cause) {
    const message = `"${file}" is not a complete Parquet file.`;
    const hint = 'Download it again. A file that was moved by Git LFS may be only a pointer.';
    throw new Fault({ code: 'IMPORT_BAD_TABLE', message, hint, file }, { cause });
  }
}

function checkGroup({ columns, total_byte_size: bytes }: FileMetaData['row_groups'][number], file: string): void {
  for (const { meta_data: column } of columns) {
    if (column === undefined || codecs.includes(column.codec)) continue;
    const message = `Column "${column.path_in_schema.join('.')}" of "${file}" is compressed with ${column.codec ?? 'an unknown codec'}, which Turnwise does not read.`;
    const hint = `Write the file again with one of: ${codecs.join(', ').toLowerCase()}.`;
    throw new Fault({ code: 'IMPORT_BAD_TABLE', message, hint, file });
  }
  if (!(Number(bytes) > groupLimitBytes)) return;
  const message = `A row group of "${file}" has ${toMegabytes(Number(bytes))} MB. The limit is ${toMegabytes(groupLimitBytes)} MB.`;
  throw new Fault({ code: 'FILE_TOO_BIG', message, hint: 'Write the file again with smaller row groups.', file });
}

async function readRows(request: Parameters<typeof parquetReadObjects>[0], file: string) {
  try {
    return await parquetReadObjects(request);
  } catch (cause) {
    const reason = cause instanceof Error ? ` ${cause.message.replace(/\.$/, '')}.` : '';
    const message = `Rows ${(request.rowStart ?? 0) + 1} to ${request.rowEnd} of "${file}" cannot be read.${reason}`;
    const hint = 'Write the file again, or save it as JSON lines.';
    throw new Fault({ code: 'IMPORT_BAD_TABLE', message, hint, file }, { cause });
  }
}

/** Values that JSON does not have become text. Bytes are kept as base64. */
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, toJson); // A typed array of numbers.
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (!isPlainObject(value)) return value;
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(pairs.map(([key, inner]) => [key, toJson(inner)]));
}
