import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import type { ImportFile } from '../../files/foreign/open-import-file.ts';
import { quoteArgument, renderDb, toVisibleText } from '../../format/transcript.ts';
import type { DuplicateWarning, ImportSummary, PiiWarning } from '../../review/import-report.ts';
import { countOf } from '../render-problems.ts';
import type { ImportFailure, ImportOutcome } from './import-outcome.ts';
import type { ImportCommand } from './open-import.ts';

const shownWarnings = 5;
const shownColumns = 20;
const verdicts = ['created', 'updated', 'unchanged', 'failed'] as const;

/** `3 items: 2 created, 1 failed.` Or `3 items (dry run): …`. */
export function renderCounts({ counts }: ImportSummary, { refused }: ImportOutcome, isDryRun = false): string {
  const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  const shown = { ...counts, failed: counts.failed - refused, 'valid but not stored': refused };
  const parts = [...verdicts, 'valid but not stored' as const]
    .filter((verdict) => shown[verdict] > 0)
    .map((verdict) => `${count(shown[verdict])} ${verdict}`);
  return `${countOf(total, 'item')}${isDryRun ? ' (dry run)' : ''}: ${parts.join(', ')}.`;
}

/** Which columns of tables were read as what, so that a wrong guess is seen. Empty if there is no table. */
export function renderColumns(files: readonly ImportFile[]): string {
  const lines = files.flatMap(({ file, columns }) => {
    if (columns === undefined) return [];
    const rest = columns.others.length === 0 ? '' : ` In meta: ${renderNames(columns.others)}.`;
    return [`${toVisibleText(`Read ${file} with --map ${quoteArgument(columns.written)}.${rest}`)}\n`];
  });
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

function renderNames(names: readonly string[]): string {
  const more = names.length - shownColumns;
  const shown = names.slice(0, shownColumns).map((name) => name.slice(0, 80));
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ');
}

/** Whether the items were stored, and the next command. */
export function renderNext(summary: ImportSummary, outcome: ImportOutcome, command: ImportCommand): string {
  const storeOption = renderDb(command.db);
  if (command.dryRun === true) return 'Dry run: nothing was stored. Remove --dry-run to import.';
  if (!summary.stored)
    return 'Nothing was stored, because --atomic imports all items or none. Fix the failed items and try again.';
  const [dataset] = outcome.datasets;
  if (dataset === undefined) return '';
  if (summary.counts.created + summary.counts.updated === 0) return '';
  return `Next: turnwise label ${quoteArgument(dataset)}${storeOption}, or review in the Studio: turnwise serve${storeOption}`;
}

/** The problems of items that were not imported, each with its file and line. */
export function toFailureProblems(failures: readonly ImportFailure[]): readonly Problem[] {
  return failures.flatMap(({ place, dataset, id, problems }) => {
    const reading = dataset === undefined || id === undefined ? undefined : `${dataset}/${id}`;
    // The single problems say more than the summary that something is missing.
    const reasons = problems.length > 1 ? problems.filter(({ code }) => code !== 'APPROVAL_BLOCKED') : problems;
    return reasons.map((problem) => ({ ...problem, ...definedOnly({ reading }), ...place }));
  });
}

/** Warnings about items that were imported. */
export function renderWarnings(summary: ImportSummary, outcome: ImportOutcome): readonly string[] {
  const { counts, piiWarnings, duplicateWarnings } = summary;
  return [
    ...listShown(
      `${countOf(counts.piiWarnings, 'place')} may contain personal data:`,
      piiWarnings.map(renderPersonal),
      counts.piiWarnings,
    ),
    ...listShown(
      `${countOf(counts.duplicateWarnings, 'duplicate')}, with the same user turns as an approved item:`,
      duplicateWarnings.map(renderDuplicate),
      counts.duplicateWarnings,
    ),
    ...[...outcome.warnings].map(
      ([code, { count: times, first }]) => `${countOf(times, 'warning')}: ${code}, first: ${toVisibleText(first)}`,
    ),
  ];
}

function listShown(title: string, lines: readonly string[], total: number): readonly string[] {
  if (total === 0) return [];
  const more = total - Math.min(lines.length, shownWarnings);
  const rest = more > 0 ? [`  … and ${count(more)} more (--json lists them)`] : [];
  return [title, ...lines.slice(0, shownWarnings).map((line) => `  ${toVisibleText(line)}`), ...rest];
}

function renderPersonal({ dataset, id, path, kind, snippet }: PiiWarning): string {
  return `${dataset}/${id}  ${path}  ${kind} ${snippet}`;
}

function renderDuplicate({ dataset, id, duplicateOf }: DuplicateWarning): string {
  return `${dataset}/${id}  same as ${duplicateOf.dataset}/${duplicateOf.id}`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
