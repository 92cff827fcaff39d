import type { z } from 'zod';
import type { AuditPage } from '../../../../src/contract/workspace.ts';

export type ChangeEvent = z.output<typeof AuditPage>['events'][number];

/** Consecutive changes by one person: the same kind of change, in the same dataset. */
export interface ChangeRun {
  /** The sequence of the newest event. */
  readonly sequence: number;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly dataset: string | undefined;
  readonly detail: string | undefined;
  /** Each item once, newest first. */
  readonly items: readonly string[];
}

export interface ChangeDay {
  /** The day in the reader's time zone: 2026-01-05. */
  readonly day: string;
  readonly runs: readonly ChangeRun[];
}

/** Groups events, newest first, by day and run. `toDay` returns the day of a time. */
export function toChangeDays(events: readonly ChangeEvent[], toDay: (at: string) => string): readonly ChangeDay[] {
  const days: { readonly day: string; readonly runs: ChangeRun[] }[] = [];
  for (const event of events) {
    const day = toDay(event.at);
    const last = days.at(-1);
    if (last?.day !== day) {
      days.push({ day, runs: [toRun(event)] });
      continue;
    }
    const run = last.runs.at(-1);
    if (run !== undefined && isSameRun(run, event)) last.runs[last.runs.length - 1] = withEvent(run, event);
    else last.runs.push(toRun(event));
  }
  return days;
}

function toRun({ sequence, at, by, action, dataset, item, detail }: ChangeEvent): ChangeRun {
  return { sequence, at, by, action, dataset, detail, items: item === undefined ? [] : [item] };
}

/** Events without an item (a dataset, a snapshot) stay separate, because their details matter. */
function isSameRun(run: ChangeRun, { by, action, dataset, item }: ChangeEvent): boolean {
  return (
    run.by === by && run.action === action && run.dataset === dataset && item !== undefined && run.items.length > 0
  );
}

function withEvent(run: ChangeRun, { item }: ChangeEvent): ChangeRun {
  return item === undefined || run.items.includes(item) ? run : { ...run, items: [...run.items, item] };
}

/** The day of a time in the reader's time zone. */
export function toLocalDay(at: string): string {
  const moment = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
