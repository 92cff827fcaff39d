// What the main thread of a page did, frame by frame.

/** Events in which a script runs. Of nested events only the outermost counts. */
const scriptEvents = new Set([
  ...['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'v8.compile', 'v8.compileModule'],
  ...['RunMicrotasks', 'BlinkScheduler_PerformMicrotaskCheckpoint'],
]);
const fewestFrames = 30;

/** Records what the page does while `work` runs. */
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

/**
 * Script of our own per frame, and the longest task in which it ran, in processor time of the main thread,
 * which does not grow when the machine is busy. `origin`: where our files are.
 */
export function toFrameMetrics(events, origin) {
  const thread = findMainThread(events, origin);
  const own = events.filter(({ pid, tid }) => `${pid}/${tid}` === thread);
  const scripts = listOutermost(own.filter((event) => scriptEvents.has(event.name) && isOwn(event, origin)));
  const starts = own.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b').map(({ ts }) => ts);
  if (starts.length < fewestFrames) throw new Error(`The trace has only ${starts.length} frames.`);
  const frames = starts.toSorted((a, b) => a - b);
  const perFrame = frames.slice(1).map((end, index) => sumWithin(scripts, frames[index], end));
  const tasks = listOutermost(own.filter(({ name }) => name === 'RunTask'));
  const ours = tasks.filter(({ start, end }) => sumWithin(scripts, start, end) > 0);
  return {
    frames: perFrame.length,
    scriptP95Ms: perFrame.toSorted((a, b) => a - b)[Math.floor(0.95 * perFrame.length)],
    longestTaskMs: Math.max(0, ...ours.map(({ ms }) => ms)),
  };
}

/** The thread on which functions of our files are called. */
function findMainThread(events, origin) {
  const call = events.find(({ name, args }) => name === 'FunctionCall' && args?.data?.url?.startsWith(origin));
  if (call === undefined) throw new Error('The trace contains no call of the Studio.');
  return `${call.pid}/${call.tid}`;
}

/** What the measuring itself runs in the page has another address. Microtasks have none, and count as ours. */
function isOwn({ args }, origin) {
  const url = args?.data?.url ?? args?.fileName;
  return url === undefined || url.startsWith(origin);
}

/** Sorted, without nested events, each with its processor time. */
function listOutermost(events) {
  const spans = events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .map(({ ts, dur, tdur = dur }) => ({ start: ts, end: ts + dur, ms: tdur / 1000 }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const outermost = [];
  for (const span of spans) if (span.start >= (outermost.at(-1)?.end ?? 0)) outermost.push(span);
  return outermost;
}

function sumWithin(spans, from, to) {
  return spans.reduce((sum, { start, ms }) => (start >= from && start < to ? sum + ms : sum), 0);
}
