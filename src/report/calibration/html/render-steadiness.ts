import type { Calibration, ProbeResult } from '../../../calibrate/calibration.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import { renderDrawnMetric } from './render-drawn-metric.ts';

const share = { domain: [0, 1] } as const;

/** How steady the judge is. */
export function renderRetest({ retest }: Calibration): string {
  if (retest === null) return '';
  const { repeats, changed, flipped } = retest;
  return renderHtmlTable({
    title: 'Asked again',
    heading: 'h3',
    note: `Every sample was asked ${repeats} times, word by word the same. A judge that changes its mind on a share f of the samples can agree with people on at most (1 + √(1 − 2f))/2 of them.`,
    head: ['Test–retest', 'Share of samples'],
    rows: [
      ['another score at least once', renderDrawnMetric(changed, share)],
      ['across the pass mark at least once', renderDrawnMetric(flipped, share)],
    ],
  });
}

const probeNames: Readonly<Record<ProbeResult['variant'], string>> = {
  'last-turn': 'Only the last turn shown',
  shuffled: 'Earlier turns shuffled',
  injected: 'An instruction put into a turn',
};

/** Whether what was found is good news. */
const findings: Readonly<Record<ProbeResult['finding'], readonly [mark: string, sign: string]>> = {
  moved: ['pass', '✓'],
  resisted: ['pass', '✓'],
  unmoved: ['fail', '✗'],
  steered: ['fail', '✗'],
  inconclusive: ['ungraded', '?'],
};

/** Whether it reads the conversation, and whether the conversation can steer it. */
export function renderProbes({ probes }: Calibration): string {
  if (probes.length === 0) return '';
  const rows = probes.map(({ variant, changed, flipped, obeyed, finding, says }) => {
    return [
      `${renderMark(variant, finding)}${probeNames[variant]} <span class="n below">${escapeHtml(says)}</span>`,
      renderDrawnMetric(changed, share),
      renderDrawnMetric(flipped, share),
      obeyed === undefined ? '<span class="n nothing">–</span>' : renderDrawnMetric(obeyed, share),
    ];
  });
  return renderHtmlTable({
    title: 'Probes',
    heading: 'h3',
    note: 'The same samples, changed on purpose. A judge that reads the conversation answers otherwise when the history is gone; it does not do what the text it grades tells it.',
    head: ['Probe', 'Score changed', 'Across the pass mark', 'Obeyed'],
    rows,
  });
}

/** Whether order has to count depends on what is graded: nobody can say that it is good or bad. */
function renderMark(variant: ProbeResult['variant'], finding: ProbeResult['finding']): string {
  if (variant === 'shuffled') return '';
  const [mark, sign] = findings[finding];
  return `<span class="mark ${mark}" aria-hidden="true">${sign}</span> `;
}
