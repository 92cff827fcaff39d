import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CalibrationHtmlInput, ReportedJudge } from '../../src/report/calibration/html/calibration-html-input.ts';
import { renderCalibrationHtml } from '../../src/report/calibration/html/render-calibration-html.ts';
import { makeProject } from './temp-project.ts';

/** The page of a calibration of these judges. */
export function toCalibrationPage(judges: readonly ReportedJudge[], more: Partial<CalibrationHtmlInput> = {}): string {
  const report: CalibrationHtmlInput = {
    title: 'tone.deck.md',
    id: '20260102-030405-abcd',
    at: '2026-01-02T03:04:05.000Z',
    split: 'test',
    version: '0.1.0',
    judges,
    skipped: [],
    ...more,
  };
  return [...renderCalibrationHtml(report)].join('');
}

/** Writes such a page, which is there until the test is over; returns its path. */
export function makeCalibrationPage(
  judges: readonly ReportedJudge[],
  more: Partial<CalibrationHtmlInput> = {},
): string {
  const path = join(makeProject(), 'calibration.html');
  writeFileSync(path, toCalibrationPage(judges, more));
  return path;
}
