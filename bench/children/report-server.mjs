// Loaded before a server: at its end, what it took and how long its event loop was held up go to descriptor 3 as JSON.
import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => delay.reset());
  process.on('exit', () => {
    const { maxRSS } = process.resourceUsage();
    const toMs = (nanoseconds) => nanoseconds / 1e6;
    const delayMs = { p50: toMs(delay.percentile(50)), p99: toMs(delay.percentile(99)), max: toMs(delay.max) };
    writeSync(3, JSON.stringify({ peakMegabytes: maxRSS / 1024, delayMs }));
  });
}
