// Loaded before a program: at its end, what it used goes to file descriptor 3 as a line of JSON. With ?server, at SIGUSR2
// too, and with the delay of the event loop since the last line. On Linux a process inherits the peak memory of the one
// that started it, so the starter has to stay small.
import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

function report(delay) {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMegabytes: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeSync(3, `${JSON.stringify({ ...usage, ...(delay && { delayMs: toDelayMs(delay) }) })}\n`);
  delay?.reset();
}

function toDelayMs(delay) {
  const toMs = (nanoseconds) => nanoseconds / 1e6;
  return { p50: toMs(delay.percentile(50)), p99: toMs(delay.percentile(99)), max: toMs(delay.max) };
}

// Threads of the program load this, too.
if (isMainThread) {
  const isServer = new URL(import.meta.url).search === '?server';
  const delay = isServer ? monitorEventLoopDelay({ resolution: 1 }) : undefined;
  delay?.enable();
  if (isServer) process.on('SIGUSR2', () => report(delay));
  process.on('exit', () => report(delay));
}
