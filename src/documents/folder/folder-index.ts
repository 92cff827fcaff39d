import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Problem, toWarning } from '../../base/fault.ts';
import type { DocumentHit, WholeDocument } from '../port.ts';
import { type DocumentFile, findKind, listDocuments } from './list-documents.ts';
import { documentLimitBytes, type ReadDocument, readDocument } from './read-document.ts';
import { toIndexText, toMatch } from './search-words.ts';
import { type Chunk, mostChunks, toChunks } from './to-chunks.ts';

const mostFiles = 50_000;
/** Most characters of all documents together: the index is in memory. */
const mostStored = 200_000_000;
/** What a passage takes in addition to its texts, for its rows and their places in the index, in characters. */
const passageCost = 100;
/** Passages that are ranked; several may be of one document. */
const mostRanked = 1_000;

const schema = `
  CREATE TABLE documents (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, path TEXT NOT NULL);
  CREATE INDEX documents_by_url ON documents (url);
  CREATE TABLE chunks (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, text TEXT NOT NULL);
  CREATE INDEX chunks_by_document ON chunks (document);
  CREATE VIRTUAL TABLE words USING fts5(title, headings, text, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 2');
`;
/** Ranked before they are joined: the sorter would carry every text that matches. */
const bestFirst = `
  WITH best AS (
    SELECT rowid AS id, bm25(words, 4, 2, 1) AS score FROM words WHERE words MATCH ?
    ORDER BY score, id LIMIT ${mostRanked}
  )
  SELECT documents.id, documents.url, documents.title, chunks.text FROM best
  JOIN chunks ON chunks.id = best.id JOIN documents ON documents.id = chunks.document
  ORDER BY best.score, best.id`;

interface KnownFile {
  readonly stamp: string;
  /** Absent: it was left out. */
  readonly document?: number;
  /** How much of it is kept, as `toStoredLength` counts. */
  readonly stored: number;
}

/** The documents of a folder, ready to be searched. It is synchronous, so run it in a thread of its own. */
export class FolderIndex {
  readonly #folder: string;
  readonly #baseUrl: string | undefined;
  readonly #mostStored: number;
  readonly #database = new DatabaseSync(':memory:');
  readonly #known = new Map<string, KnownFile>();
  readonly #told = new Set<string>();
  readonly #search: StatementSync;
  readonly #find: StatementSync;
  readonly #addDocument: StatementSync;
  readonly #addChunk: StatementSync;
  readonly #addWords: StatementSync;
  #stored = 0;
  #problems: Problem[] = [];

  constructor(folder: string, baseUrl?: string, most = mostStored) {
    this.#folder = folder;
    this.#baseUrl = baseUrl;
    this.#mostStored = most;
    this.#database.exec(schema);
    this.#search = this.#database.prepare(bestFirst);
    this.#find = this.#database.prepare('SELECT path FROM documents WHERE url = ? ORDER BY path');
    this.#addDocument = this.#database.prepare('INSERT INTO documents (url, title, path) VALUES (?, ?, ?)');
    this.#addChunk = this.#database.prepare('INSERT INTO chunks (document, text) VALUES (?, ?)');
    this.#addWords = this.#database.prepare('INSERT INTO words (rowid, title, headings, text) VALUES (?, ?, ?, ?)');
  }

  /** Takes in what was added, changed or removed since the last time. Gives what could not be taken in, each once. */
  refresh(): readonly Problem[] {
    this.#problems = [];
    const { files, closed, isCut } = listDocuments(this.#folder, mostFiles);
    for (const path of closed) this.#tell('FILE_UNREADABLE', `Cannot read the documents folder "${path || '.'}".`);
    if (isCut) this.#tell('FILE_TOO_BIG', `There are more than ${mostFiles} documents. The rest cannot be searched.`);
    // A folder that is out of reach for a while, such as one of another machine, keeps what was read of it.
    if (closed.includes('')) return this.#problems;
    this.#database.exec('BEGIN');
    try {
      this.#takeIn(files);
    } finally {
      this.#database.exec('COMMIT');
    }
    return this.#problems;
  }

  /** The best passage of each of the best documents. */
  search(query: string, top: number): readonly DocumentHit[] {
    const match = toMatch(query);
    const results = new Map<number, DocumentHit>();
    if (match === undefined) return [];
    for (const row of this.#search.iterate(match)) {
      if (results.size >= top) break;
      const [id, url, title, chunk] = [Number(row.id), String(row.url), String(row.title), String(row.text)];
      if (!results.has(id)) results.set(id, { url, title, chunk });
    }
    return [...results.values()];
  }

  /** The document of an address, as it is now; undefined: there is none, or it can no longer be read. */
  find(url: string): WholeDocument | undefined {
    const path = this.#find.get(url)?.path;
    const kind = typeof path === 'string' ? findKind(path) : undefined;
    if (typeof path !== 'string' || kind === undefined) return undefined;
    const document = this.#readNow({ path, kind });
    return document === undefined ? undefined : { url, ...toWholeText(document) };
  }

  close(): void {
    this.#database.close();
  }

  #takeIn(files: readonly DocumentFile[]): void {
    const present = new Set(files.map(({ path }) => path));
    for (const path of this.#known.keys()) if (!present.has(path)) this.#remove(path);
    for (const file of files) if (this.#known.get(file.path)?.stamp !== file.stamp) this.#replace(file);
  }

  #replace(file: DocumentFile): void {
    this.#remove(file.path);
    const document = this.#read(file);
    const { chunks, isCut } = toChunks(document?.blocks ?? []);
    const stored = document === undefined ? 0 : toStoredLength(document, chunks);
    if (document === undefined || this.#stored + stored > this.#mostStored) {
      if (document !== undefined)
        this.#tell('FILE_TOO_BIG', 'There are too many documents to search, so some were skipped.');
      this.#known.set(file.path, { stamp: file.stamp, stored: 0 });
      return;
    }
    if (isCut) {
      const message = `"${file.path}" has more than ${mostChunks} passages. The rest cannot be searched.`;
      this.#tell('FILE_TOO_BIG', message, file.stamp);
    }
    this.#stored += stored;
    this.#known.set(file.path, { stamp: file.stamp, stored, document: this.#add(file.path, document, chunks) });
  }

  #read(file: DocumentFile): ReadDocument | undefined {
    if (file.size > documentLimitBytes) {
      this.#tell('FILE_TOO_BIG', `"${file.path}" exceeds 5 MB and cannot be searched.`, file.stamp);
      return undefined;
    }
    try {
      return readDocument(this.#folder, file, this.#baseUrl);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
      if (code === undefined) throw error;
      this.#tell('FILE_UNREADABLE', `"${file.path}" cannot be read: ${code}.`, file.stamp);
      return undefined;
    }
  }

  /** A file that was removed since it was listed is no longer a document. */
  #readNow(file: Pick<DocumentFile, 'path' | 'kind'>): ReadDocument | undefined {
    try {
      return readDocument(this.#folder, file, this.#baseUrl);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  }

  #add(path: string, { url, title }: ReadDocument, chunks: readonly Chunk[]): number {
    const document = Number(this.#addDocument.run(url, title, path).lastInsertRowid);
    const titleWords = toIndexText(title);
    for (const { headings, text } of chunks) {
      const path = renderPath(headings);
      const shown = [path, text].filter((part) => part !== '').join('\n');
      const { lastInsertRowid } = this.#addChunk.run(document, shown);
      this.#addWords.run(lastInsertRowid, titleWords, toIndexText(path), toIndexText(text));
    }
    return document;
  }

  #remove(path: string): void {
    const known = this.#known.get(path);
    this.#known.delete(path);
    if (known?.document === undefined) return;
    this.#stored -= known.stored;
    const { document } = known;
    this.#database.prepare('DELETE FROM words WHERE rowid IN (SELECT id FROM chunks WHERE document = ?)').run(document);
    this.#database.prepare('DELETE FROM chunks WHERE document = ?').run(document);
    this.#database.prepare('DELETE FROM documents WHERE id = ?').run(document);
  }

  #tell(code: 'FILE_TOO_BIG' | 'FILE_UNREADABLE', message: string, version = ''): void {
    const key = `${message} ${version}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#problems.push(toWarning({ code, message }));
  }
}

/** Longer ones are cut: a passage is hardly picked from the rest. */
const longestText = 500_000;

function toWholeText({ title, blocks }: ReadDocument): Omit<WholeDocument, 'url'> {
  const text = blocks.map((block) => block.text).join('\n\n');
  return { title, text: text.slice(0, longestText).toWellFormed(), isCut: text.length > longestText };
}

function renderPath(headings: readonly string[]): string {
  return headings.join(' › ');
}

/** What is kept of a document, in characters. Its title is indexed with each passage. */
function toStoredLength({ url, title }: ReadDocument, chunks: readonly Chunk[]): number {
  const ofEach = title.length + passageCost;
  return chunks.reduce(
    (sum, { headings, text }) => sum + ofEach + renderPath(headings).length + text.length,
    url.length + title.length,
  );
}
