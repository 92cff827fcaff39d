import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toCurrentJudge } from '../../conversation/earlier-certificate.ts';
import type { ArchiveRow } from '../archive-port.ts';

type Row = ArchiveRow['row'];
type JsonObject = Record<string, unknown>;

/**
 * A row as version 7 wrote it, with the names of version 8. Migration 8 changes the rows of a database by these rules, and
 * `restore` those of an older backup. Grader ids stay as they were recorded: nothing tells `script-1`, made from the kind,
 * from an id that you chose. Verdicts inside items stay too: items are user data, and the hashes of snapshots cover them.
 */
export function toFinalRow({ table, row }: ArchiveRow): ArchiveRow {
  if (table === 'judgements') return { table: 'judgments', row };
  return { table, row: finalRows.get(table)?.(row) ?? row };
}

/** By table. A map, because a forged backup may name a table like a property that every object has. */
const finalRows: ReadonlyMap<string, (row: Row) => Row> = new Map([
  ['runs', (row: Row) => withoutOwner(changeText(toFinalRun(row), 'spec', toFinalRunSpec))],
  ['gradings', (row: Row) => withoutOwner(changeText(row, 'spec', toFinalGradingSpec))],
  ['calibrations', withoutOwner],
  ['conversations', (row: Row) => changeText(row, 'ending', toFinalEnding)],
  ['graded_conversations', (row: Row) => renameKey(row, 'folds', 'aggregate')],
  ['verdicts', (row: Row) => changeText(renameKey(row, 'unit', 'normalized_score'), 'details', toFinalVerdict)],
  ['calibration_results', (row: Row) => changeText(row, 'verdict', toFinalVerdict)],
]);

/** A value of another type stays. The row is checked later, and refused. */
export function changeText(row: Row, column: string, change: (text: string) => string): Row {
  const text = row[column];
  return typeof text === 'string' ? { ...row, [column]: change(text) } : row;
}

/** A process of an older version can write nothing more to what it owned. */
function withoutOwner(row: Row): Row {
  return { ...row, ...noOwner };
}

export const noOwner = {
  ...{ holder_process: null, holder_host: null, holder_token: null, holder_since: null },
  beat_at: null,
};

function toFinalRun(row: Row): Row {
  const { state, skipped } = row;
  return typeof state === 'string' ? { ...row, state: toFinalState(state, skipped) } : row;
}

/** A run that left conversations out because of a limit was `ended`. A run is `running` until its process closes it. */
function toFinalState(state: string, skipped: unknown): string {
  if (state === 'ended') return (skipped ?? 0) === 0 ? 'completed' : 'stopped';
  return state === 'interrupted' ? 'stopped' : state;
}

export function toFinalRunSpec(text: string): string {
  return changeObject(text, (spec) => {
    const { files, targets } = spec;
    const renamed = {
      ...spec,
      ...(Array.isArray(files) ? { files: files.map(toFinalFile) } : {}),
      ...(Array.isArray(targets) ? { targets: targets.map(toFinalTarget) } : {}),
      ...toFinalCertificates(spec),
    };
    return JSON.stringify(renamed);
  });
}

/** Gradings are compared by their text, so keys are sorted. */
export function toFinalGradingSpec(text: string): string {
  return changeObject(text, (spec) => toCanonicalJson({ ...spec, ...toFinalCertificates(spec) }));
}

export function toFinalEnding(text: string): string {
  return changeObject(text, (ending) => JSON.stringify(renameKey(ending, 'folds', 'aggregate')));
}

/** A verdict, or the details of one. Its evidence, and the settings of its judge, are user data and stay. */
export function toFinalVerdict(text: string): string {
  return changeObject(text, (verdict) => {
    const { provenance } = verdict;
    const origin = isPlainObject(provenance) ? { provenance: toFinalProvenance(provenance) } : {};
    return JSON.stringify({ ...renameKey(verdict, 'unit', 'normalizedScore'), ...origin });
  });
}

const kinds: ReadonlyMap<unknown, string> = new Map([
  ['script', 'command'],
  ['refs', 'citations'],
]);

function toFinalProvenance(provenance: JsonObject): JsonObject {
  return { ...provenance, kind: kinds.get(provenance.kind) ?? provenance.kind };
}

/** A text that is not the JSON of an object stays: it could not be read before either. */
export function changeObject(text: string, change: (value: JsonObject) => string): string {
  const value = findObject(text);
  return value === undefined ? text : change(value);
}

export function findObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The keys keep their order. */
function renameKey<Value>(object: Readonly<Record<string, Value>>, before: string, after: string) {
  if (!Object.hasOwn(object, before) || Object.hasOwn(object, after)) return object;
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === before ? after : key, value]));
}

export function toFinalCertificates({ certificates }: JsonObject): JsonObject {
  return Array.isArray(certificates) ? { certificates: certificates.map(toCurrentJudge) } : {};
}

function toFinalFile(file: unknown): unknown {
  return isPlainObject(file) ? renameKey(file, 'dataset', 'name') : file;
}

function toFinalTarget(target: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(target.spec) || target.spec.provider !== 'builtin') return target;
  const { spec } = target;
  const model = spec.model === 'scripted' ? { model: 'rules' } : {};
  const rules = Array.isArray(spec.rules) ? { rules: spec.rules.map(toFinalRule) } : {};
  return { ...target, spec: { ...spec, ...model, ...rules } };
}

function toFinalRule(rule: unknown): unknown {
  if (!isPlainObject(rule) || typeof rule.turn !== 'number') return rule;
  const { turn, ...rest } = rule;
  return { ...rest, reply_number: turn + 1 };
}
