import { afterFirstFrame } from '../page/after-first-frame.ts';
import { calibrationPageOf } from './calibration-page.ts';
import { listFarthest } from './farthest-list.ts';
import { PageSamples } from './page-samples.ts';
import { listenToScatter } from './scatter-click.ts';

/** The metrics stand already. The samples are read after they were painted. */
afterFirstFrame(() => {
  const section = document.getElementById('samples');
  if (section === null) return;
  performance.mark('turnwise-data');
  const samples = new PageSamples(document);
  const page = calibrationPageOf(section, samples);
  document.getElementById('tw-waiting')?.remove();
  listFarthest(samples);
  listenToScatter(samples);
  page.start();
});
