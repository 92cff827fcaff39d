// Loaded before a program: at its end, the most memory it ever held goes to file descriptor 3, in kilobytes.
// On Linux a process inherits the peak of the one that started it, so the starter has to stay small.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  writeSync(3, String(process.resourceUsage().maxRSS));
});
