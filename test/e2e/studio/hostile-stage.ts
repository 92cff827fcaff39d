import { openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { fillHostile } from './hostile-store.ts';
import { Watch } from './hostile-watch.ts';

/** A Studio that is full of hostile texts, and a person who looks at them. */
export interface HostileStage {
  readonly studio: Studio;
  readonly watch: Watch;
  readonly end: () => Promise<void>;
}

/** The server refuses by a status, which the browser reports. */
const isExpected = (complaint: string) => /status of (?:400|401|404|409|412|422)/.test(complaint);

/** Lists show only what is in sight: much of it at once here. */
const tall = { width: 2400, height: 4000 };

export async function setHostileStage(executablePath: string): Promise<HostileStage> {
  const studio = await startStudio({ fill: fillHostile });
  const browser = await openBrowser(executablePath);
  const watch = await Watch.start(browser.context, studio, isExpected);
  await watch.page.setViewportSize(tall);
  const end = async () => {
    await browser.close();
    await studio.remove();
  };
  return { studio, watch, end };
}
