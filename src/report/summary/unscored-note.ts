import { quoteList } from '../../format/quote-argument.ts';
import { toLine } from '../one-line.ts';
import type { RunMetrics, UngradedVerdicts } from '../run-metrics.ts';

const shownGraders = 5;

/** Verdicts that nobody could give where a case failed anyway, and what shows one of them. */
export interface UnscoredNote {
  /** `judge-1 3 of 9 unparseable` */
  readonly graders: string;
  /** `turnwise show run:… --case … --judge-calls` */
  readonly command: string;
}

export function findUnscoredNote({ run, ungradedVerdicts }: RunMetrics, storeOption = ''): UnscoredNote | undefined {
  if (ungradedVerdicts === undefined) return undefined;
  const { graders, example } = ungradedVerdicts;
  const shown = graders.slice(0, shownGraders).map(renderGrader);
  const more = graders.length > shownGraders ? [`${graders.length - shownGraders} more`] : [];
  const asked = example.isJudged ? ' --judge-calls' : '';
  return {
    graders: [...shown, ...more].join(', '),
    command: `turnwise show run:${run} --case ${quoteList([example.id])}${asked}${storeOption}`,
  };
}

function renderGrader({ grader, of, causes }: UngradedVerdicts['graders'][number]): string {
  const parts = Object.entries(causes).toSorted(([, one], [, other]) => other - one);
  const count = parts.reduce((sum, [, times]) => sum + times, 0);
  const [first] = parts;
  const why =
    parts.length === 1 && first !== undefined
      ? first[0]
      : `(${parts.map(([cause, times]) => `${times} ${cause}`).join(', ')})`;
  return `${toLine(grader)} ${count} of ${of} ${why}`;
}
