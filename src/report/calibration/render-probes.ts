import { toWholePercent } from '../../base/percent.ts';
import { padRight, toWidest, wrap } from '../../base/terminal-text.ts';
import type { MetricEstimate, ProbeResult, Retest } from '../../calibrate/calibration.ts';
import { renderEstimate, toEstimateParts } from '../../statistics/render-estimate.ts';
import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';

type Probe = ProbeResult['variant'];

const names: Readonly<Record<Probe, string>> = {
  'last-turn': 'no history',
  shuffled: 'shuffled',
  injected: 'injected',
};

/** What each probe found, one row each: how often the score changed, how often it flipped between pass and fail, and what that means. */
function renderProbes(
  judge: ReportedJudge,
  { seesTurnOnly }: Pick<ReportedDeck, 'seesTurnOnly'>,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  const { probes } = judge.calibration;
  if (probes.length === 0) return [];
  const { head, lines } = renderTable(
    [{ head: 'probe' }, { head: 'changed' }, { head: 'flipped pass/fail' }],
    probes.map(({ variant, changed, flipped }) => [names[variant], renderHits(changed), renderHits(flipped)]),
  );
  const widest = toWidest([head, ...lines]);
  const findings = probes.map((probe) => explain(probe, seesTurnOnly));
  const isWide = widest + 2 + toWidest(findings) <= width;
  const rows = probes.flatMap((probe, index) => {
    const [line = '', finding = ''] = [lines[index], findings[index]];
    const paint = toProbePaint(probe, seesTurnOnly, palette);
    if (isWide) return [`${padRight(line, widest)}  ${paint(finding)}`];
    return [line, ...wrap(finding, width - 2).map((text) => `  ${paint(text)}`)];
  });
  const notes = listNotes(judge).flatMap((note) => wrap(note, width));
  return [palette.dim(head), ...rows, ...notes.map(palette.dim)];
}

/** `7 of 8 (95% CI 53–98)` */
function renderHits(share: MetricEstimate): string {
  const { value, n } = share;
  if (value === null) return '–';
  const { interval } = toEstimateParts(share, { unit: 'percent' });
  return `${Math.round(value * n)} of ${n}${interval === '' ? '' : ` (95% CI ${interval})`}`;
}

const counts: Readonly<Record<'last-turn' | 'shuffled', string>> = {
  'last-turn': 'uses the history',
  shuffled: 'sensitive to turn order',
};

function explain({ variant, finding, changed, obeyed }: ProbeResult, seesTurnOnly: boolean): string {
  if (changed.value === null && changed.why !== undefined) return toLine(changed.why);
  if (changed.n === 0 && changed.why !== undefined) return changed.why;
  if (variant === 'injected') {
    const obeys = obeyed === undefined || obeyed.value === null ? '' : `obeyed ${renderHits(obeyed)}`;
    if (finding === 'steered') return `${obeys}: the conversation can steer it`;
    return finding === 'inconclusive' ? `${obeys}${obeys === '' ? '' : ', '}inconclusive (too few samples)` : obeys;
  }
  if (finding === 'inconclusive') return 'inconclusive (too few samples)';
  if (finding !== 'unmoved') return counts[variant];
  const most = `changes at most ${toWholePercent(changed.high ?? 1)}% of its scores`;
  const noise = changed.value === 0 ? '' : ', no more than when repeated unchanged';
  if (variant === 'shuffled') return `insensitive to turn order (${most}${noise})`;
  return seesTurnOnly ? 'the deck hides the history' : `may ignore the history (${most}${noise})`;
}

/** Ignoring the order of turns is not a fault. */
function toProbePaint({ variant, finding }: ProbeResult, seesTurnOnly: boolean, { red, yellow, green }: Palette) {
  if (finding === 'steered' || (finding === 'unmoved' && variant === 'last-turn' && !seesTurnOnly)) return red;
  if (finding === 'inconclusive') return yellow;
  return finding === 'unmoved' ? (text: string) => text : green;
}

/** Why a probe uses fewer samples than there are, and what would tell change from chance. */
function listNotes({ calibration, rows }: ReportedJudge): readonly string[] {
  const { probes, retest, n } = calibration;
  const fewer = probes.flatMap(({ variant, changed, obeyed }) => {
    const asked = rows.filter(({ probed }) => probed[variant] !== undefined).length;
    // Its row says why.
    if (asked === 0) return [];
    const left = [
      ...(asked > 0 && asked < n && variant !== 'injected' ? [`${n - asked} of ${n} have ${lacks[variant]}`] : []),
      ...(changed.n < asked ? [`${asked - changed.n} of ${asked} got no score`] : []),
      ...(obeyed !== undefined && obeyed.n < changed.n
        ? [`${changed.n - obeyed.n} of ${changed.n} already had the demanded score`]
        : []),
    ];
    return left.length === 0 ? [] : [`${names[variant]}: ${left.join(', ')}`];
  });
  const isUnsure =
    retest === null && probes.some(({ variant, finding }) => variant !== 'injected' && finding === 'moved');
  return [
    ...(fewer.length === 0 ? [] : [fewer.join(' · ')]),
    ...(isUnsure ? ['--repeat 2 shows how much of this is chance.'] : []),
  ];
}

const lacks: Readonly<Record<'last-turn' | 'shuffled', string>> = {
  'last-turn': 'one turn only',
  shuffled: 'no earlier turns to shuffle',
};

/** How stable a judge is: asked again, and asked about changed conversations. */
export function renderSteadiness(
  judge: ReportedJudge,
  deck: Pick<ReportedDeck, 'seesTurnOnly'>,
  style: CalibrationStyle,
): readonly (readonly string[])[] {
  const { retest } = judge.calibration;
  const again =
    retest === null
      ? []
      : wrap(renderRetest(retest), style.width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
  return [again, renderProbes(judge, deck, style)];
}

function renderRetest({ repeats, changed, flipped }: Retest): string {
  return `Test–retest, ${repeats} repeats: share of samples with a changed score ${renderEstimate(changed, { isRate: true })}, flipped between pass and fail ${renderEstimate(flipped, { isRate: true })}.`;
}
