import { gzipSync, zstdCompressSync } from 'node:zlib';

/** The text columns of a Parquet file, and lists of `{role, content}`. */
export type ParquetColumns = Readonly<
  Record<string, readonly (string | null)[] | readonly (readonly ParquetMessage[])[]>
>;

export interface ParquetMessage {
  readonly role: string;
  readonly content: string;
}

const codecs = { none: 0, gzip: 2, lz4: 5, zstd: 6 } as const;

interface ParquetOptions {
  readonly codec?: keyof typeof codecs;
  readonly groupRows?: number;
}

/** Writes the smallest Parquet that a reader accepts: plain values, one page per column and row group. */
export function writeParquet(columns: ParquetColumns, { codec = 'none', groupRows }: ParquetOptions = {}): Uint8Array {
  const count = Object.values(columns)[0]?.length ?? 0;
  const size = groupRows ?? Math.max(count, 1);
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let offset = 4;
  const groups: Buffer[] = [];
  for (let from = 0; from < count; from += size) {
    const rows = Math.min(size, count - from);
    let groupBytes = 0;
    const chunks = Object.entries(columns).flatMap(([name, values]) =>
      toLeaves(name, values.slice(from, from + rows)).map((leaf) => {
        const { page, bytes } = toPage(leaf, codec);
        const chunk = toChunk(leaf, { offset, bytes, codec });
        parts.push(page);
        offset += page.length;
        groupBytes += page.length;
        return chunk;
      }),
    );
    groups.push(struct([1, listOf(chunks)], [2, i64(groupBytes)], [3, i64(rows)]));
  }
  const schema = toSchema(columns);
  const footer = struct([1, i32(1)], [2, listOf(schema)], [3, i64(count)], [4, listOf(groups)]);
  return Buffer.concat([...parts, footer, uint32(footer.length), Buffer.from('PAR1')]);
}

interface Leaf {
  readonly path: readonly string[];
  readonly values: readonly string[];
  readonly definitions: readonly number[];
  readonly repetitions?: readonly number[];
}

function isText(value: unknown): value is string | null {
  return typeof value === 'string' || value === null;
}

/** The definition level counts the optional and repeated levels that exist: one for text, four for a key of a message. */
function toLeaves(name: string, values: readonly unknown[]): readonly Leaf[] {
  if (values.every(isText)) {
    const texts = values.filter((value) => value !== null);
    return [{ path: [name], values: texts, definitions: values.map((value) => (value === null ? 0 : 1)) }];
  }
  const lists = values as readonly (readonly ParquetMessage[])[]; // A column that is not text has lists.
  return (['role', 'content'] as const).map((key) => ({
    path: [name, 'list', 'element', key],
    values: lists.flat().map((message) => message[key]),
    definitions: lists.flatMap((list) => (list.length === 0 ? [1] : list.map(() => 4))),
    repetitions: lists.flatMap((list) => (list.length === 0 ? [0] : list.map((_, index) => (index === 0 ? 0 : 1)))),
  }));
}

function toPage({ values, definitions, repetitions }: Leaf, codec: keyof typeof codecs) {
  const levels = [...(repetitions === undefined ? [] : [toLevels(repetitions)]), toLevels(definitions)];
  const texts = values.flatMap((value) => [uint32(Buffer.byteLength(value)), Buffer.from(value)]);
  const plain = Buffer.concat([...levels, ...texts]);
  const packed = codec === 'gzip' ? gzipSync(plain) : codec === 'zstd' ? zstdCompressSync(plain) : plain;
  const data = struct([1, i32(definitions.length)], [2, i32(0)], [3, i32(3)], [4, i32(3)]);
  const header = struct([1, i32(0)], [2, i32(plain.length)], [3, i32(packed.length)], [5, { type: 12, bytes: data }]);
  return { page: Buffer.concat([header, packed]), bytes: header.length + packed.length };
}

/** Levels as runs of length one. All of ours fit in a byte. */
function toLevels(levels: readonly number[]): Buffer {
  const runs = Buffer.concat(levels.map((level) => Buffer.from([2, level])));
  return Buffer.concat([uint32(runs.length), runs]);
}

function toChunk(
  { path, definitions }: Leaf,
  { offset, bytes, codec }: { offset: number; bytes: number; codec: keyof typeof codecs },
): Buffer {
  const meta = struct(
    [1, i32(6)],
    [2, { type: 9, bytes: Buffer.concat([Buffer.from([0x15]), varint(0n)]) }],
    [
      3,
      {
        type: 9,
        bytes: Buffer.concat([Buffer.from([(path.length << 4) | 8]), ...path.map((name) => text(name).bytes)]),
      },
    ],
    [4, i32(codecs[codec])],
    [5, i64(definitions.length)],
    [6, i64(bytes)],
    [7, i64(bytes)],
    [9, i64(offset)],
  );
  return struct([2, i64(offset)], [3, { type: 12, bytes: meta }]);
}

function toSchema(columns: ParquetColumns): readonly Buffer[] {
  const fields = Object.entries(columns).flatMap(([name, values]) => {
    if (values.every(isText)) return [toTextField(name)];
    return [
      struct([3, i32(1)], [4, text(name)], [5, i32(1)], [6, i32(3)]),
      struct([3, i32(2)], [4, text('list')], [5, i32(1)]),
      struct([3, i32(1)], [4, text('element')], [5, i32(2)]),
      toTextField('role'),
      toTextField('content'),
    ];
  });
  return [struct([4, text('schema')], [5, i32(Object.keys(columns).length)]), ...fields];
}

function toTextField(name: string): Buffer {
  return struct([1, i32(6)], [3, i32(1)], [4, text(name)], [6, i32(0)]);
}

/** A value of Thrift's compact protocol. */
interface Field {
  readonly type: number;
  readonly bytes: Buffer;
}

function struct(...fields: readonly (readonly [id: number, field: Field])[]): Buffer {
  let last = 0;
  const written = fields.map(([id, { type, bytes }]) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...written, Buffer.from([0])]);
}

function listOf(structs: readonly Buffer[]): Field {
  const head =
    structs.length < 15
      ? Buffer.from([(structs.length << 4) | 12])
      : Buffer.concat([Buffer.from([0xfc]), varint(BigInt(structs.length))]);
  return { type: 9, bytes: Buffer.concat([head, ...structs]) };
}

function text(value: string): Field {
  const bytes = Buffer.from(value);
  return { type: 8, bytes: Buffer.concat([varint(BigInt(bytes.length)), bytes]) };
}

function i32(value: number): Field {
  return { type: 5, bytes: varint(BigInt(value) << 1n) };
}

function i64(value: number): Field {
  return { type: 6, bytes: varint(BigInt(value) << 1n) };
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
