import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../test/support/run-in-process.ts';

describe('turnwise --help', () => {
  it('lists the commands by what they are for', async () => {
    const { out } = await runInProcess(['--help'], '.');
    const groups = [...out.matchAll(/^(\w+):\n((?: {2}.*\n)+)/gm)].map(([, head, lines = '']) => [
      head,
      [...lines.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name).join(' '),
    ]);
    expect(groups.slice(1)).toEqual([
      ['Start', 'init demo validate preview schema doctor help'],
      ['Run', 'run show grade runs compare noise'],
      ['Calibrate', 'calibrate agreement'],
      ['Curate', 'serve import export label snapshot'],
      ['Maintenance', 'cache backup restore purge'],
    ]);
  });
});

describe('a command line that cannot be understood', () => {
  it.each([
    [['grade'], "missing required argument 'run'", 'turnwise grade --help'],
    [['compare', 'last'], "missing required argument 'b'", 'turnwise compare --help'],
    [['runs', 'rm'], "missing required argument 'runs'", 'turnwise runs rm --help'],
    [['run', '--nonsense'], "unknown option '--nonsense'", 'turnwise run --help'],
    [['nonsense'], "unknown command 'nonsense'", 'turnwise --help'],
  ])('%j names the help that explains it', async (args, message, help) => {
    const { code, err } = await runInProcess(args, '.');
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(`Run \`${help}\``);
  });
});
