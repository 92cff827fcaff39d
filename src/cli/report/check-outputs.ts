import { resolve } from 'node:path';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import { listReadFiles } from '../../judges/judge-certificates.ts';
import { findStorePath, findStoreRoot, type StorePlace } from '../../wiring/open-store.ts';
import { assertNotProtected, identify } from '../../wiring/protected-files.ts';
import { usageFault } from '../faults.ts';
import type { ReportOptions } from '../shared-flags.ts';
import { assertPlainFile, checkReportFile } from './report-file.ts';

/** The files that a command writes, by the options that name them. */
interface Outputs extends ReportOptions {
  readonly out?: string | undefined;
  readonly record?: string | undefined;
}

type Place = Omit<StorePlace, 'clock'>;

/** Tells before anything is opened what cannot be written, what is named twice, and what is the database. */
export function checkOutputs(outputs: Outputs, place: Place): void {
  const { cwd } = place;
  const taken = new Set<string>();
  for (const path of listPaths(outputs)) {
    assertPlainFile(path, { cwd });
    assertNotProtected(path, { cwd, store: findStorePath(place) });
    const file = identify(resolve(cwd, path));
    if (taken.has(file))
      throw usageFault(`Two outputs write the same file "${path}".`, 'Choose a different file for each output.');
    taken.add(file);
  }
  for (const path of listReports(outputs)) checkReportFile(path, { cwd });
}

/** What runs read by their records, and what was named besides. */
interface InputFiles {
  readonly specs: readonly RunSpec[];
  readonly files?: readonly string[];
}

/** Fails before the first call if one of them is a file that is read. */
export function checkReadFiles(outputs: Outputs, { specs, files = [] }: InputFiles, place: Place): void {
  const root = findStoreRoot(place);
  const read = [...specs.flatMap((spec) => listReadFiles(spec, root)), ...files];
  for (const path of listPaths(outputs)) assertNotProtected(path, { cwd: place.cwd, read });
}

function listPaths({ out, record, ...reports }: Outputs): readonly string[] {
  return [out, record, ...listReports(reports)].filter((path) => path !== undefined);
}

function listReports({ html, junit, markdown }: ReportOptions): readonly string[] {
  return [html, junit, markdown].filter((path) => path !== undefined);
}
