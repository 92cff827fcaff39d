import { toCanonicalJson } from '../base/hash.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { RunSpec, RunTarget } from '../conversation/run/run-spec.ts';

/** What differs between a run as it was begun and as it would go on, in words; empty when nothing does. */
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
  // Cases that come from elsewhere now are a change of the eval file, which is told.
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

/** How hard a target may be called and what it costs changes nothing in what it answers. */
const ignored: ReadonlySet<string> = new Set(['limits', 'price', 'timeout', 'cache']);

function readKey(spec: object, key: string): unknown {
  return isPlainObject(spec) ? spec[key] : undefined;
}

function toWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
