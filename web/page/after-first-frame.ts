/** Longest wait for a first frame: a page in a hidden tab is never painted. */
const longestWaitMs = 200;

/** Runs once, when what stands in the page has been painted. */
export function afterFirstFrame(run: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, longestWaitMs);
}
