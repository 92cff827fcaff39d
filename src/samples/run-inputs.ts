import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault, toError } from '../base/fault.ts';
import { toCanonicalJson } from '../base/hash.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { EvalCase } from '../conversation/case.ts';
import { mergeCertificates } from '../conversation/certificate.ts';
import type { Content } from '../conversation/message.ts';
import type { RunSpec, RunTarget } from '../conversation/run/run-spec.ts';
import { isWebAddress } from '../conversation/url.ts';
import type { Attachments } from '../files/project/attachments.ts';
import { toRelative } from '../files/project/project.ts';
import { renderDb } from '../format/transcript.ts';
import type { EvalSource } from './eval-sources.ts';

/** The changes of a run's inputs since it began, as sentences. */
export function listChanges(
  before: RunSpec,
  now: Pick<RunSpec, 'files' | 'attachments' | 'datasets' | 'targets'>,
): readonly string[] {
  return [
    ...listFileChanges('eval file', before.files, now.files),
    ...listFileChanges('attached file', before.attachments, now.attachments),
    ...(before.datasets ?? []).flatMap((dataset) => listDatasetChanges(dataset, now.datasets ?? [])),
    ...before.targets.flatMap((target) => listTargetChanges(target, now.targets)),
  ];
}

type Hashed = readonly { readonly path: string; readonly hash: string }[];

function listFileChanges(what: string, before: Hashed, now: Hashed): readonly string[] {
  const hashes = new Map(now.map(({ path, hash }) => [path, hash]));
  return before.flatMap(({ path, hash }) => {
    const current = hashes.get(path) ?? '';
    if (current === hash) return [];
    return [`The ${what} ${path} ${current === '' ? 'was removed' : 'changed'}.`];
  });
}

type Dataset = NonNullable<RunSpec['datasets']>[number];

function listDatasetChanges({ path, dataset, items, hash }: Dataset, now: readonly Dataset[]): readonly string[] {
  const current = now.find((other) => other.path === path && other.dataset === dataset);
  // If the cases come from elsewhere now, the eval file changed, which is reported.
  if (current === undefined || current.hash === hash) return [];
  const how =
    current.items === items ? 'some of its items were edited' : `it had ${items} matching items, now ${current.items}`;
  return [`The dataset "${dataset}" changed: ${how}.`];
}

function listTargetChanges({ file, spec }: RunTarget, now: readonly RunTarget[]): readonly string[] {
  const current = now.find((target) => target.file === file && target.spec.id === spec.id)?.spec;
  if (current === undefined) return [`The target "${spec.id}" is no longer in ${file}.`];
  const keys = [...new Set([...Object.keys(spec), ...Object.keys(current)])];
  return keys
    .filter((key) => !ignored.has(key))
    .flatMap((key) => {
      const [was, is] = [readKey(spec, key), readKey(current, key)];
      if (toCanonicalJson(was) === toCanonicalJson(is)) return [];
      return [`The ${key} of target "${spec.id}" changed: ${toWords(was)} → ${toWords(is)}.`];
    });
}

/** Limits, price, timeout, cache and healthcheck do not change the replies of a target. */
const ignored: ReadonlySet<string> = new Set(['limits', 'price', 'timeout', 'cache', 'healthcheck']);

function readKey(spec: object, key: string): unknown {
  return isPlainObject(spec) ? spec[key] : undefined;
}

function toWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

export type DatasetSpec = NonNullable<RunSpec['datasets']>[number];

/** The inputs of a run as they are now, to compare with those when it began. */
export async function readPresentState(
  sources: readonly EvalSource[],
  before: RunSpec,
  root: string,
): Promise<Pick<RunSpec, 'files' | 'attachments' | 'datasets' | 'targets'>> {
  const datasets: DatasetSpec[] = [];
  for (const { dataset, evalFile } of sources) {
    if (dataset !== undefined)
      datasets.push({ path: toRelative(evalFile.path, root), ...(await dataset.visitCases()) });
  }
  return {
    datasets,
    files: sources.map((source) => toFile(source, root)),
    attachments: before.attachments.map(({ path }) => ({ path, hash: hashFile(resolve(root, path)) })),
    targets: sources.flatMap(({ targetsFile, specs }) => {
      const file = targetsFile === undefined ? '' : toRelative(targetsFile.path, root);
      return [...specs.values()].map((spec) => ({ file, spec }));
    }),
  };
}

export function toFile({ evalFile }: EvalSource, root: string): RunSpec['files'][number] {
  return { path: toRelative(evalFile.path, root), hash: hashFile(evalFile.path), name: evalFile.name };
}

interface Attachment {
  readonly hash: string;
  readonly length: number;
}

/** The attached files of cases with their hashes, to detect changes when a run is resumed. */
export class AttachmentList {
  readonly #byPath = new Map<string, Attachment>();

  add(
    { input_messages: input, expected_messages: expected = [], turns = [] }: EvalCase,
    attachments: Attachments,
  ): void {
    const contents = [...input, ...expected].map(({ content }) => content);
    for (const content of contents) this.#addContent(content, attachments);
    for (const { user, expect } of turns) {
      this.#addContent(user, attachments);
      this.#addContent(expect, attachments);
    }
  }

  /** Adds a file that decides verdicts, such as a deck. */
  addFile(path: string): void {
    if (!this.#byPath.has(path)) this.#byPath.set(path, readAttachment(path, 'file'));
  }

  /** The approximate number of characters that an attachment adds to a question. Images count with a fixed size. */
  lengthOf(written: string, attachments: Attachments): number {
    if (isWebAddress(written)) return imageCharacters;
    return this.#byPath.get(attachments.identify(written))?.length ?? 0;
  }

  /** Absolute paths with their hashes. */
  toList(): readonly { readonly path: string; readonly hash: string }[] {
    return [...this.#byPath].map(([path, { hash }]) => ({ path, hash }));
  }

  #addContent(content: Content | null | undefined, attachments: Attachments): void {
    if (!Array.isArray(content)) return;
    for (const part of content) {
      if (typeof part === 'string' || typeof part.value !== 'string' || isWebAddress(part.value)) continue;
      if (part.type !== 'file' && part.type !== 'image') continue;
      const path = attachments.identify(part.value);
      if (!this.#byPath.has(path)) this.#byPath.set(path, readAttachment(path, part.type));
    }
  }
}

const imageCharacters = 4_000;

function readAttachment(path: string, type: 'file' | 'image'): Attachment {
  const length = type === 'image' ? imageCharacters : statSync(path).size;
  return { hash: hashFile(path), length };
}

/** SHA-256 of a file, read in blocks. Empty if the file cannot be read. */
export function hashFile(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const hash = createHash('sha256');
      const block = Buffer.allocUnsafe(1024 * 1024);
      for (let size = readSync(file, block); size > 0; size = readSync(file, block))
        hash.update(block.subarray(0, size));
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/**
 * The spec of a run that is resumed with changed files. It keeps the earlier certificates, because they apply to the
 * verdicts so far.
 */
export function toChangedSpec(before: RunSpec, now: RunSpec, changes: readonly string[]): RunSpec {
  const certificates = mergeCertificates([now.certificates ?? [], before.certificates ?? []]);
  return {
    ...now,
    ...(certificates.length === 0 ? {} : { certificates: [...certificates] }),
    changes: [...new Set([...(before.changes ?? []), ...changes])],
  };
}

interface ResumeOptions {
  readonly retryErrors?: boolean | undefined;
  readonly db?: string | undefined;
}

export function changedRun({ retryErrors, db }: ResumeOptions, id: string, changes: readonly string[]): Fault {
  const retry = retryErrors === true ? ' --retry-errors' : '';
  const hint = `Start a new run, or resume anyway: turnwise run --resume ${id}${retry}${renderDb(db)} --force`;
  const [first = '', ...rest] = changes
    .slice(0, 20)
    .map((change) => `Cannot resume run ${id}: inputs changed since it started. ${change}`);
  const toProblem = (message: string) => toError({ code: 'RUN_CHANGED', message, hint });
  return new Fault([toProblem(first), ...rest.map(toProblem)]);
}

/** Ids of the targets that will be called, by file. */
export type CalledTargets = ReadonlyMap<EvalSource, ReadonlySet<string>>;

/** The targets of a recorded run, by file. */
export function listRecordedTargets(sources: readonly EvalSource[], { targets }: RunSpec): CalledTargets {
  const ids = targets.map(({ spec }) => spec.id);
  return new Map(sources.map((source) => [source, new Set(ids.filter((id) => source.specs.has(id)))]));
}

/** The targets in the record of a run. `speaking`: ids of targets that do not only judge. */
export function toRunTargets(called: CalledTargets, speaking: ReadonlySet<string>, root: string): RunTarget[] {
  const targets = new Map<string, RunTarget>();
  for (const [{ targetsFile, specs }, ids] of called) {
    const file = targetsFile === undefined ? '' : toRelative(targetsFile.path, root);
    for (const id of ids) {
      const spec = specs.get(id);
      if (spec === undefined) continue;
      const role = speaking.has(id) ? {} : { role: 'judge' as const };
      targets.set(`${file}\n${id}`, { file, spec, ...role });
    }
  }
  return [...targets.values()];
}
