import { lateNote } from '../../src/format/page-data.ts';
import { PageCases } from './page-cases.ts';
import { ReportPage } from './report-page.ts';

/** Longest wait for a first frame: a page in a hidden tab is never painted. */
const longestWaitMs = 200;

function afterFirstFrame(run: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, longestWaitMs);
}

/** The figures stand already. The cases are read after they were painted. */
afterFirstFrame(() => {
  const section = document.getElementById('cases');
  if (section === null) return;
  performance.mark('turnwise-data');
  const page = new ReportPage(section, new PageCases(document));
  document.getElementById('tw-waiting')?.remove();
  const nav = document.querySelector('.top nav');
  for (const note of [...document.getElementsByClassName(lateNote)]) nav?.before(note);
  page.start();
  if (location.hash.includes('=')) section.scrollIntoView();
});
