import { lateNote } from '../../src/format/page-data.ts';
import { afterFirstFrame } from '../page/after-first-frame.ts';
import { PageCases } from './page-cases.ts';
import { reportPageOf } from './report-page.ts';

/** The metrics stand already. The cases are read after they were painted. */
afterFirstFrame(() => {
  const section = document.getElementById('cases');
  if (section === null) return;
  performance.mark('turnwise-data');
  const page = reportPageOf(section, new PageCases(document));
  document.getElementById('tw-waiting')?.remove();
  const nav = document.querySelector('.top nav');
  for (const note of [...document.getElementsByClassName(lateNote)]) nav?.before(note);
  page.start();
});
