import { z } from 'zod';
import { AssistantRoles } from '../../conversation/assistant-roles.ts';
import { PlayMode } from '../../conversation/case.ts';
import { ItemName, ItemStatus } from '../../conversation/item/item.ts';
import { CalibrationSpec, Variant } from '../../conversation/judge/calibration.ts';
import { LabelPick } from '../../conversation/label-request.ts';
import { isOneLine } from '../../conversation/message.ts';
import { Aggregate, CallRecord } from '../../conversation/run/run-record.ts';
import { GradingSpec, RunSpec } from '../../conversation/run/run-spec.ts';
import { Send } from '../../conversation/target-spec.ts';
import { CaseStatus, Provenance, UngradedCause, Verdict } from '../../conversation/verdict.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { StoredLabelRequest } from '../curation/label-requests.ts';
import { StoredLabel } from '../curation/labels.ts';
import { tagGlossarySetting, tagSchemaSetting } from '../curation/settings.ts';
import { StoredFilter } from '../curation/snapshots.ts';
import { AbandonedEnding } from '../runs/abandoned-attempts.ts';
import { StoredRequest } from '../runs/judgments.ts';
import { toMessageHash } from '../runs/messages.ts';
import type { Database } from '../tables/database.ts';

type Row = ArchiveRow['row'];

/** Whether a text is valid in a column. */
type TextRule = (text: string) => boolean;
type TextRules = { readonly [Table in keyof Database]?: { readonly [Column in keyof Database[Table]]?: TextRule } };

const isName: TextRule = (text) => ItemName.safeParse(text).success;
const isObject = isJsonOf(z.looseObject({}));
const isText = isJsonOf(z.string());
const isHash: TextRule = (text) => /^[0-9a-f]{8,64}$/.test(text);

const textRules: TextRules = {
  counters: { name: isOneOf('sequence') },
  runs: { id: isOneLine, state: isOneOf('running', 'stopped', 'completed'), spec: isJsonOf(RunSpec) },
  conversations: {
    send: isOneOf(...Send.options),
    play: isOneOf(...PlayMode.options),
    status: isOneOf(...CaseStatus.options),
    tags: isJsonOf(z.array(z.string())),
    ending: isObject,
  },
  abandoned_attempts: { ending: isJsonOf(AbandonedEnding) },
  messages: {
    body: isJsonOf(z.union([z.string(), z.looseObject({ message: z.looseObject({ role: z.string() }) })])),
  },
  replies: { call: isObject },
  verdicts: {
    cause: isOneOf(...UngradedCause.options),
    details: isJsonOf(
      z.looseObject({
        provenance: Provenance.optional(),
        not: z.literal(true).optional(),
        weight: z.number().nonnegative().optional(),
        partOf: z.string().optional(),
      }),
    ),
  },
  gradings: { spec: isJsonOf(GradingSpec) },
  graded_conversations: { status: isOneOf(...CaseStatus.options), aggregate: isJsonOf(Aggregate) },
  judgments: { request: isJsonOf(StoredRequest), call: isJsonOf(CallRecord) },
  datasets: { name: isName, description: isText, instructions: isText, assistant_roles: isJsonOf(AssistantRoles) },
  items: { id: isName, status: isOneOf(...ItemStatus.options) },
  revisions: {
    status: isOneOf(...ItemStatus.options),
    action: isOneOf('create', 'import', 'edit', 'approve', 'skip', 'draft', 'delete', 'restore', 'duplicate'),
  },
  tags: { kind: isOneOf('manual', 'computed', 'turn') },
  labels: { dataset: isName, item: isName },
  snapshots: { id: isName, filter: isJsonOf(StoredFilter) },
  snapshot_items: { dataset: isName, id: isName },
  audit_events: { dataset: isName, item: isName },
  once_keys: { answer: isJsonOf(z.unknown()) },
  calibrations: { id: isOneLine, spec: isJsonOf(CalibrationSpec) },
  calibration_samples: { sample: isText, cluster: isText },
  calibration_results: {
    variant: isOneOf(...Variant.options),
    verdict: isJsonOf(Verdict),
    request: isJsonOf(StoredRequest),
    call: isJsonOf(CallRecord),
  },
  test_set_uses: { sample: isHash, judge: isHash },
  label_requests: { dataset: isName, request: isJsonOf(StoredLabelRequest) },
  label_picks: { dataset: isName, item: isName, pick: isJsonOf(LabelPick) },
};

/** What columns have to be to one another, and numbers beyond their kind: the column that is not so. */
const rowRules: { readonly [Table in keyof Database]?: (row: Row) => keyof Database[Table] | undefined } = {
  messages: ({ hash, body }) => (isHashOf(hash, String(body)) ? undefined : 'hash'),
  gradings: findForgedGradingColumn,
  graded_conversations: ({ grading }) => (Number(grading) > 0 ? undefined : 'grading'),
  datasets: ({ weight }) => (Number(weight) >= 0 ? undefined : 'weight'),
  labels: findForgedLabelColumn,
  settings: findForgedSettingColumn,
  // The status of an answer over HTTP.
  once_keys: ({ status }) => (Number(status) >= 200 && Number(status) <= 599 ? undefined : 'status'),
  calibrations: ({ hash, spec }) => (parseJson(CalibrationSpec, String(spec)).data?.hash === hash ? undefined : 'hash'),
};

/** Why a row that fits its columns was not written by us; undefined when it may have been. */
export function findForgery({ table, row }: ArchiveRow): string | undefined {
  // A name that is none of these has no rule.
  const name = table as keyof Database;
  const rules: Readonly<Record<string, TextRule>> = textRules[name] ?? {};
  for (const [column, rule] of Object.entries(rules)) {
    const value = row[column];
    if (typeof value === 'string' && !rule(value)) return toReason(column);
  }
  const column = rowRules[name]?.(row);
  return column === undefined ? undefined : toReason(column);
}

function toReason(column: string): string {
  return `"${column}" has an invalid value`;
}

/** A grading is based on earlier ones, or on the run as it was played, which has no row here. */
function findForgedGradingColumn({ number, spec }: Row): 'number' | 'spec' | undefined {
  if (Number(number) < 1) return 'number';
  const parsed = parseJson(GradingSpec, String(spec));
  return parsed.success && (parsed.data.base ?? 0) < Number(number) ? undefined : 'spec';
}

function findForgedSettingColumn({ name, value }: Row): 'name' | 'value' | undefined {
  const setting = [tagSchemaSetting, tagGlossarySetting].find((known) => known.name === name);
  if (setting === undefined) return 'name';
  return isJsonOf(setting.schema)(String(value)) ? undefined : 'value';
}

/** The other columns repeat parts of the label. */
function findForgedLabelColumn(row: Row): 'label' | 'dataset' | 'item' | 'run' | 'question' | 'rater' | undefined {
  const label = parseJson(StoredLabel, String(row.label));
  if (!label.success) return 'label';
  const { subject, question, rater } = label.data;
  const [dataset, item] = 'item' in subject ? [subject.dataset, subject.item] : [null, null];
  const said = { dataset, item, run: 'run' in subject ? subject.run : null, question, rater };
  // A column has no room for half of a character pair.
  const isSaid = (column: keyof typeof said) => (said[column]?.toWellFormed() ?? null) === (row[column] ?? null);
  return (['dataset', 'item', 'run', 'question', 'rater'] as const).find((column) => !isSaid(column));
}

/** Messages are found by their hash: a wrong one would put its text into runs that come later. */
function isHashOf(hash: Row[string] | undefined, body: string): boolean {
  return hash instanceof Uint8Array && Buffer.from(hash).toString('latin1') === toMessageHash(body);
}

function isOneOf(...words: readonly string[]): TextRule {
  return (text) => words.includes(text);
}

function isJsonOf(schema: z.ZodType): TextRule {
  return (text) => parseJson(schema, text).success;
}

function parseJson<Schema extends z.ZodType>(schema: Schema, text: string) {
  try {
    return schema.safeParse(JSON.parse(text));
  } catch {
    return { success: false, data: undefined } as const;
  }
}
