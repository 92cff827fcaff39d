/** A page in a hidden tab is never painted, so it starts after this time anyway. */
const longestWaitMs = 200;

/**
 * Starts the list of a report after the first paint: the metrics are in the HTML, and reading the data must not delay
 * them. `make` reads the data and builds the list in its section.
 */
export function startPage(sectionId: string, make: (section: HTMLElement) => { start(): void }): void {
  afterFirstFrame(() => {
    const section = document.getElementById(sectionId);
    if (section === null) return;
    performance.mark('turnwise-data');
    const page = make(section);
    document.getElementById('tw-waiting')?.remove();
    page.start();
  });
}

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
