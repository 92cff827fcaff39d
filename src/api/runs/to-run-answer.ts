import { definedOnly } from '../../base/defined-only.ts';
import type { GradingAnswer, RunAnswer } from '../../contract/run-answer.ts';
import type { GradingRecord } from '../../conversation/run/run-spec.ts';
import { toRunLine } from '../../job/run-line.ts';
import type { IsExpired, RunRecord } from '../../store/port.ts';

/** A run as a list of runs shows it. */
export function toRunAnswer(record: RunRecord, isExpired: IsExpired): RunAnswer {
  const { files, evals, targets, ...line } = toRunLine(record, isExpired);
  const self = toRunLink(record.id);
  return {
    ...line,
    files: [...files],
    evals: [...evals],
    targets: [...targets],
    ...(record.grading === undefined ? {} : { grading: toGradingAnswer(record.grading) }),
    links: { self, cases: `${self}/cases`, events: `${self}/events` },
  };
}

export function toGradingAnswer({ number, startedAt, endedAt, spec, counts }: GradingRecord): GradingAnswer {
  return { number, startedAt, ...definedOnly({ endedAt, graders: spec.graders }), counts };
}

export function toRunLink(run: string): string {
  return `/v1/runs/${encodeURIComponent(run)}`;
}
