// Loaded before a program: at its end, what it took goes to file descriptor 3 as JSON. On Linux a process inherits the
// peak of memory of the one that started it, so the starter has to stay small.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

function report() {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ peakMegabytes: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
}

// Threads of the program load this, too.
if (isMainThread) process.on('exit', report);
