import { type Command, InvalidArgumentError, Option } from 'commander';
import { logLevels } from '../../api/log-level.ts';
import type { ServeCommand } from '../commands/serve.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';

/** `turnwise serve`, as data. */
export function addServe(program: Command, io: Io, finish: Finish): void {
  program
    .command('serve')
    .description(
      'serve the Studio, where people review ground truth, and the HTTP API of the workspace, on this machine',
    )
    .option('--port <n>', 'port; 0 takes a free one (default: 4747)', toPort)
    .option('--host <address>', 'address of this machine (default: 127.0.0.1)')
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .option('--docs <folder>', 'reference documents that curators can search: Markdown, HTML, text')
    .option('--as <name>', 'under which name changes are recorded (default: who is logged in)')
    .option('--open-access', 'need no token: whoever is on this machine may do everything')
    .addOption(
      new Option('--log [level]', 'log requests to stderr as JSON lines (default: only what fails inside)')
        .choices(logLevels)
        .preset('info'),
    )
    .option('--json', 'print one line, {url, link, token, database}, and then nothing')
    .addHelpText(
      'after',
      '\nThe printed link signs in one browser, once, within 10 minutes. Open it again to get a new one in the terminal.\nScripts send the token, which is new at each start. The environment variable TURNWISE_TOKEN fixes it.\nCtrl-C stops the server.',
    )
    .action((options: ServeCommand) => finish(async () => (await import('../commands/serve.ts')).serve(options, io)));
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It has to be a whole number from 0 to 65535.');
}
