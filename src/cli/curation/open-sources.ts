import { foreignFormats } from '../../files/foreign/foreign-format.ts';
import { type ImportFile, openImportFile, openImportInput } from '../../files/foreign/open-import-file.ts';
import { ImportSources } from '../../review/import-sources.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';

/** Opens every file before anything is imported, so that one that is missing is told while nothing is done. */
export async function openSources(
  {
    files,
    format,
    dataset,
  }: { readonly files: readonly string[]; readonly format?: string; readonly dataset?: string },
  io: Io,
): Promise<ImportSources> {
  const options = { format: foreignFormats.find((name) => name === format) };
  const opened: ImportFile[] = [];
  for (const path of files) {
    opened.push(
      path === '-' ? await openImportInput(getInput(files, io), options) : await openImportFile(path, io.cwd, options),
    );
  }
  return new ImportSources(opened, dataset);
}

function getInput(files: readonly string[], io: Io): AsyncIterable<Uint8Array> {
  if (files.filter((path) => path === '-').length > 1)
    throw usageFault('"-" appears twice.', 'Standard input can be read only once.');
  if (io.input === undefined) throw usageFault('Nothing is piped to standard input.', 'Pass a file instead.');
  return io.input();
}
