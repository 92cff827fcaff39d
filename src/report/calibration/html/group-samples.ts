import type { CalibratedRow } from '../../../calibrate/calibration.ts';
import type { SampleMessage } from '../../../conversation/sample.ts';
import type { ReportedJudge } from './calibration-html-input.ts';

/** The verdict of a judge on a sample. */
export interface GroupedAnswer {
  /** Place in the list of judges. */
  readonly judge: number;
  /** Place in the list of all answers, which is how a link names it. */
  readonly number: number;
  readonly row: CalibratedRow;
}

/** A conversation, and what every judge that was asked about it said. */
export interface GroupedSample {
  readonly id: string;
  readonly turns: number;
  readonly messages: readonly SampleMessage[];
  readonly answers: readonly GroupedAnswer[];
}

interface Group {
  readonly first: CalibratedRow;
  readonly answers: { readonly judge: number; readonly row: CalibratedRow }[];
}

/**
 * The rows of all judges by conversation, in the order in which they first appear. Two decks may have samples of one
 * name that are not the same: then they are separate.
 */
export function groupSamples(judges: readonly ReportedJudge[]): readonly GroupedSample[] {
  const groups: Group[] = [];
  const byId = new Map<string, Group[]>();
  for (const [judge, { rows }] of judges.entries()) {
    for (const row of rows) {
      const known = byId.get(row.sample);
      const same = known?.find(({ first }) => isSame(first.messages, row.messages));
      if (same !== undefined) {
        same.answers.push({ judge, row });
        continue;
      }
      const group = { first: row, answers: [{ judge, row }] };
      groups.push(group);
      if (known === undefined) byId.set(row.sample, [group]);
      else known.push(group);
    }
  }
  return number(groups);
}

function isSame(one: readonly SampleMessage[], other: readonly SampleMessage[]): boolean {
  return one === other || (one.length === other.length && JSON.stringify(one) === JSON.stringify(other));
}

function number(groups: readonly Group[]): readonly GroupedSample[] {
  let next = 0;
  return groups.map(({ first, answers }) => ({
    id: first.sample,
    turns: first.turns,
    messages: first.messages,
    answers: answers.map((answer) => ({ ...answer, number: next++ })),
  }));
}
