import type { Calibration, ProbeResult } from '../../../calibrate/calibration.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderEstimateHtml } from '../../html/render-estimate-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';

const share = { domain: [0, 1], isRate: true } as const;

/** How steady the judge is. */
export function renderRetest({ retest }: Calibration): string {
  if (retest === null) return '';
  const { repeats, changed, flipped } = retest;
  return renderHtmlTable({
    title: 'Test–retest',
    heading: 'h3',
    note: `Each sample was judged ${repeats} times with the same request. A judge that changes its score on a share f of samples can agree with people on at most (1 + √(1 − 2f))/2 of them.`,
    head: ['Change', 'Share of samples'],
    rows: [
      ['score changed at least once', renderEstimateHtml(changed, share)],
      ['flipped between pass and fail at least once', renderEstimateHtml(flipped, share)],
    ],
  });
}

const probeNames: Readonly<Record<ProbeResult['variant'], string>> = {
  'last-turn': 'Last turn only',
  shuffled: 'Earlier turns shuffled',
  injected: 'Injected instruction',
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
  const rows = probes.map(({ variant, changed, flipped, obeyed, finding, summary }) => {
    return [
      `${renderMark(variant, finding)}${probeNames[variant]} <span class="n below">${escapeHtml(summary)}</span>`,
      renderEstimateHtml(changed, share),
      renderEstimateHtml(flipped, share),
      obeyed === undefined ? '<span class="n nothing">–</span>' : renderEstimateHtml(obeyed, share),
    ];
  });
  return renderHtmlTable({
    title: 'Probes',
    heading: 'h3',
    note: 'The same samples with deliberate changes. A judge that uses the history changes its score when the history is removed. A good judge does not obey instructions in the conversation.',
    head: ['Probe', 'Score changed', 'Flipped pass/fail', 'Obeyed'],
    rows,
  });
}

/** Whether turn order should matter depends on what is graded, so that probe has no mark. */
function renderMark(variant: ProbeResult['variant'], finding: ProbeResult['finding']): string {
  if (variant === 'shuffled') return '';
  const [mark, sign] = findings[finding];
  return `<span class="mark ${mark}" aria-hidden="true">${sign}</span> `;
}
