import { type Command, InvalidArgumentError, Option } from 'commander';
import { logLevels } from '../../api/log-level.ts';
import type { ServeCommand } from '../commands/serve.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { dbOption, userOption } from '../shared-options.ts';

/** `turnwise serve`, as data. */
export function addServe(program: Command, io: Io, finish: Finish): void {
  program
    .command('serve')
    .description('start the Studio for reviewing conversations, and the HTTP API')
    .option('--port <n>', 'port, or 0 for any free port (default: 4747)', toPort)
    .option('--host <address>', 'loopback address to listen on (default: 127.0.0.1)')
    .option('--documents <folder>', 'folder of reference documents to search: Markdown, HTML or text')
    .option('--open-access', 'require no token: everyone on this machine has full access')
    .addOption(
      new Option('--log [level]', 'log requests to stderr as JSON lines (default: only internal errors)')
        .choices(logLevels)
        .preset('info'),
    )
    .option('--json', 'print {url, link, token, db} on one line')
    .option(...userOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nThe printed link signs in one browser once, within 10 minutes. If it has expired, open it anyway: the server then prints a new link.\nScripts send the token. It changes at each start unless you set the environment variable TURNWISE_TOKEN.\nPress Ctrl-C to stop the server.',
    )
    .action((options: ServeCommand) => finish(async () => (await import('../commands/serve.ts')).serve(options, io)));
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
}
