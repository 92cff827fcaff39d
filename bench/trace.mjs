// What the main thread of a page did, frame by frame.

/** Events in which a script runs. What they hold of each other is counted once. */
const scriptEvents = new Set([
  ...['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'v8.compile', 'v8.compileModule', 'RunMicrotasks'],
]);

/** Records what the page does while `work` goes on. */
export async function recordTrace(devtools, work) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await work();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  return events;
}

/** Script of our own per frame, and the longest task in which it ran, in milliseconds. `origin`: where our files are. */
export function toFrameFigures(events, origin) {
  const thread = findMainThread(events, origin);
  const own = events.filter(({ pid, tid }) => `${pid}/${tid}` === thread);
  const scripts = toIntervals(own.filter((event) => scriptEvents.has(event.name) && isOwn(event, origin)));
  const frames = own
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const perFrame = frames.slice(1).map((end, index) => timeWithin(scripts, frames[index], end) / 1000);
  const tasks = toIntervals(own.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'));
  const longest = tasks
    .filter(([start, end]) => timeWithin(scripts, start, end) > 0)
    .map(([start, end]) => end - start);
  return {
    frames: perFrame.length,
    scriptP95Ms: perFrame.toSorted((a, b) => a - b)[Math.floor(0.95 * perFrame.length)] ?? 0,
    longestTaskMs: Math.max(0, ...longest) / 1000,
  };
}

/** The thread on which functions of our files are called. */
function findMainThread(events, origin) {
  const call = events.find(({ name, args }) => name === 'FunctionCall' && args?.data?.url?.startsWith(origin));
  if (call === undefined) throw new Error('The trace holds no call of the Studio.');
  return `${call.pid}/${call.tid}`;
}

/** What the measuring itself runs in the page has another address, or none. Microtasks tell nobody's. */
function isOwn({ name, args }, origin) {
  const url = args?.data?.url ?? args?.fileName;
  return name === 'RunMicrotasks' || url === undefined || url.startsWith(origin);
}

/** From start to end, in order, with those inside others left out. */
function toIntervals(events) {
  const sorted = events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .map(({ ts, dur }) => [ts, ts + dur])
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const merged = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function timeWithin(intervals, from, to) {
  return intervals.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
}
