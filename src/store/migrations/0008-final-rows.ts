import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toCurrentJudge } from '../../conversation/earlier-certificate.ts';
import type { ArchiveRow } from '../archive-port.ts';

type Row = ArchiveRow['row'];

/**
 * A row as version 7 wrote it, with the names of version 8. Migration 8 changes the rows of a database by these rules, and
 * `restore` those of an older backup. The verdicts inside items keep their names: items are user data, and the hashes of
 * snapshots cover them.
 */
export function toFinalRow({ table, row }: ArchiveRow): ArchiveRow {
  return table === 'judgements' ? { table: 'judgments', row } : { table, row: finalRows[table]?.(row) ?? row };
}

const finalRows: Readonly<Record<string, (row: Row) => Row>> = {
  runs: (row) => ({
    ...row,
    state: toFinalState(String(row.state), Number(row.skipped ?? 0)),
    spec: toFinalRunSpec(String(row.spec)),
  }),
  gradings: (row) => ({ ...row, spec: toFinalGradingSpec(String(row.spec)) }),
  conversations: (row) => (typeof row.ending === 'string' ? { ...row, ending: toFinalEnding(row.ending) } : row),
  graded_conversations: ({ folds = null, ...row }) => ({ ...row, aggregate: folds }),
  verdicts: ({ unit = null, ...row }) => ({
    ...row,
    normalized_score: unit,
    grader: toFinalGraderId(String(row.grader)),
    details: toFinalDetails(String(row.details)),
  }),
  calibration_results: (row) => ({ ...row, verdict: toFinalVerdict(String(row.verdict)) }),
};

/** A run that left conversations out because of a limit was `ended`. A run is `running` until its process closes it. */
export function toFinalState(state: string, skipped: number): string {
  if (state === 'ended') return skipped === 0 ? 'completed' : 'stopped';
  return state === 'interrupted' ? 'stopped' : state;
}

export function toFinalRunSpec(text: string): string {
  const spec = findObject(text);
  if (spec === undefined) return text;
  const { files, targets } = spec;
  return JSON.stringify({
    ...spec,
    ...(Array.isArray(files) ? { files: files.map(toFinalFile) } : {}),
    ...(Array.isArray(targets) ? { targets: targets.map(toFinalTarget) } : {}),
    ...toFinalCertificates(spec),
  });
}

/** Gradings are compared by their text, so keys are sorted. */
export function toFinalGradingSpec(text: string): string {
  const spec = findObject(text);
  if (spec === undefined) return text;
  const { graders } = spec;
  return toCanonicalJson({
    ...spec,
    ...(Array.isArray(graders) ? { graders: graders.map((id) => toFinalGraderId(String(id))) } : {}),
    ...toFinalCertificates(spec),
  });
}

/** Undefined for anything else: a backup may be forged, and its rows are checked afterwards. */
function findObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toFinalCertificates({ certificates }: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(certificates) ? { certificates: certificates.map(toCurrentJudge) } : {};
}

// Inside a JSON text, quotes are escaped. So these patterns match keys alone, never what somebody said.

export function toFinalEnding(text: string): string {
  return text.replace('"folds":{', '"aggregate":{');
}

export function toFinalVerdict(text: string): string {
  return text.replace(',"unit":', ',"normalizedScore":');
}

/** The details of a verdict: where it came from. */
export function toFinalDetails(text: string): string {
  return text.replace('"kind":"script","hash":', '"kind":"command","hash":');
}

function toFinalFile(file: unknown): unknown {
  if (!isPlainObject(file) || file.dataset === undefined) return file;
  const { path, hash, dataset: name, graders, ...rest } = file;
  return { path, hash, name, ...(Array.isArray(graders) ? { graders: graders.map(toFinalGrader) } : {}), ...rest };
}

function toFinalGrader(grader: unknown): unknown {
  return isPlainObject(grader) ? { ...grader, id: toFinalGraderId(String(grader.id)) } : grader;
}

function toFinalTarget(target: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(target.spec)) return target;
  const { spec } = target;
  if (spec.provider !== 'builtin' || spec.model !== 'scripted') return target;
  const rules = Array.isArray(spec.rules) ? { rules: spec.rules.map(toFinalRule) } : {};
  return { ...target, spec: { ...spec, model: 'rules', ...rules } };
}

function toFinalRule(rule: unknown): unknown {
  if (!isPlainObject(rule) || typeof rule.turn !== 'number') return rule;
  const { turn, ...rest } = rule;
  return { ...rest, reply_number: turn + 1 };
}

const kinds: Readonly<Record<string, string>> = { script: 'command', refs: 'citations' };

/** `script-1` → `command-1`, `turn-3/refs-2` → `turn-3/citations-2`. An id that you chose yourself stays. */
export function toFinalGraderId(id: string): string {
  return id.replace(/^(turn-\d+\/)?(script|refs)(?=-\d+(?:~\d+)?$)/, (_, turn: string | undefined, kind) => {
    return `${turn ?? ''}${kinds[kind]}`;
  });
}
