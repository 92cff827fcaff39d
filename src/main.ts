import { runCli } from './cli/run-cli.ts';
import { openSystemIo } from './cli/system-io.ts';

process.exitCode = await runCli(process.argv.slice(2), openSystemIo());
