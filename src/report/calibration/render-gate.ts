import { wrap } from '../../base/wrap.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { figureTitles } from '../../calibrate/figure-titles.ts';
import { renderFigure, renderLimit } from '../../calibrate/render-figure.ts';
import type { GateState } from '../../conversation/certificate.ts';
import { toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import type { CalibrationStyle } from './calibration-report.ts';

/** Whether the judge may be trusted: every limit with what was measured, and how many labels would decide what is open. */
export function renderGate(calibration: Calibration, { palette, width }: CalibrationStyle): readonly string[] {
  const { model, gate } = calibration;
  const lines = listLimits(calibration).flatMap(({ state, sentence }) => {
    const paint = paints[state](palette);
    const wrapped = wrap(toLine(sentence), width - indent);
    return wrapped.map((line, index) => `  ${paint((index === 0 ? state : '').padEnd(indent - 2))}${line}`);
  });
  const needed = gate.needed.flatMap(({ says }) => wrap(toLine(says), width - indent));
  return [
    `${palette.bold(toLine(model))}  ${toStatePaint(gate.state, palette)(gate.state)}`,
    ...lines,
    ...needed.map((line) => `${' '.repeat(indent)}${palette.dim(line)}`),
  ];
}

type LimitState = 'met' | 'missed' | 'open';

const indent = 10;
const paints: Readonly<Record<LimitState, (palette: Palette) => Paint>> = {
  met: ({ green }) => green,
  missed: ({ red }) => red,
  open: ({ yellow }) => yellow,
};

/** What was missed first. The reasons of a gate are those of missed figures, then those of open ones; what stands before them speaks of no figure. */
function listLimits(calibration: Calibration): readonly { readonly state: LimitState; readonly sentence: string }[] {
  const { reasons, figures } = calibration.gate;
  const inState = (state: LimitState) => figures.filter((figure) => figure.state === state);
  const undone = [...inState('missed'), ...inState('open')];
  const others = reasons.length - undone.length;
  return [
    ...reasons.map((sentence, index) => ({ state: undone[index - others]?.state ?? 'missed', sentence })),
    ...inState('met').map(({ figure, limit, state }) => {
      const measured = `${figureTitles[figure]} ${renderFigure(calibration[figure], limit)}`;
      return { state, sentence: `${measured} is at least ${renderLimit(limit)}.` };
    }),
  ];
}

function toStatePaint(state: GateState, palette: Palette): Paint {
  if (state === 'trusted') return palette.green;
  return state === 'not trusted' ? palette.red : palette.yellow;
}
