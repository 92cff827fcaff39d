import { runCli } from './cli/run-cli.ts';
import { openSystemIo } from './cli/system-io.ts';

const io = openSystemIo();
// Catches errors outside the awaited calls. Node's own exit code would mean that a pass rate is too low.
process.on('uncaughtException', async (error) => {
  (await import('./cli/crash.ts')).printCrash(error, io);
  process.exit(3);
});
process.exitCode = await runCli(process.argv.slice(2), io);
