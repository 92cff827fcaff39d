import { describe, expect, it } from 'vitest';
import { ensurePart, findPart, type Machine, thisMachine } from './system-parts.mjs';

/** A machine that has the given programs; `installs` appear once apt-get install has run. */
function createMachine(programs: readonly string[], { isRoot = false, CI = '', installs = [] as string[] } = {}) {
  const held = new Set(programs);
  const commands: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    environment: { PATH: '/bin:/opt/bin', CI },
    isRoot,
    isProgram: (path) => held.has(path),
    listFolder: () => ['9.6', '13', '9', '15'],
    say: (line) => said.push(line),
    run: (program, args) => {
      commands.push([program, ...args].join(' '));
      if (args[0] === 'install') for (const path of installs) held.add(path);
      return { status: 0, output: `${program} (Debian) 15.4 rest` };
    },
  };
  return { machine, commands, said };
}

describe('findPart', () => {
  it('takes the first known program on PATH and asks it for its version', () => {
    const { machine } = createMachine(['/bin/google-chrome', '/opt/bin/chromium']);
    expect(findPart('chromium', machine)).toEqual({
      name: 'chromium',
      found: true,
      version: '15.4',
      path: '/opt/bin/chromium',
      how: 'on PATH',
    });
  });

  it('takes the highest PostgreSQL of the usual folder when none is on PATH', () => {
    const { machine } = createMachine([9, 13, 15].map((major) => `/usr/lib/postgresql/${major}/bin/postgres`));
    expect(findPart('postgresql', machine).path).toBe('/usr/lib/postgresql/15/bin/postgres');
  });

  it.each([
    [['/bin/apt-get'], false, 'sudo apt-get install -y postgresql'],
    [['/bin/apt-get'], true, 'apt-get install -y postgresql'],
    [['/opt/bin/brew'], false, 'brew install postgresql@17'],
    [[], false, 'use the package manager of your system'],
  ])('with %j (root: %s) a missing part comes with: %s', (programs, isRoot, how) => {
    const { machine } = createMachine(programs, { isRoot });
    expect(findPart('postgresql', machine)).toEqual({ name: 'postgresql', found: false, how });
  });

  it('answers on the real machine as well', () => {
    expect(findPart('chromium', thisMachine).name).toBe('chromium');
  });
});

describe('ensurePart', () => {
  it('installs nothing when the part is installed', () => {
    const { machine, commands } = createMachine(['/bin/chromium', '/bin/apt-get'], { isRoot: true });
    expect(ensurePart('chromium', machine).found).toBe(true);
    expect(commands).toEqual(['/bin/chromium --version']);
  });

  it('installs as root with apt-get', () => {
    const { machine, commands } = createMachine(['/bin/apt-get'], { isRoot: true, installs: ['/bin/chromium'] });
    expect(ensurePart('chromium', machine).found).toBe(true);
    expect(commands.slice(0, 2)).toEqual(['apt-get update -qq', 'apt-get install -y chromium']);
  });

  it('prints the command to run if it may not install', () => {
    const { machine, commands, said } = createMachine(['/bin/apt-get']);
    expect(ensurePart('chromium', machine).found).toBe(false);
    expect(said).toEqual([
      'The tests need Chromium, which is not installed. To install it: sudo apt-get install -y chromium',
    ]);
    expect(commands).toEqual([]);
  });

  it('fails with that command when CI=true', () => {
    const { machine } = createMachine(['/bin/apt-get'], { CI: 'true' });
    expect(() => ensurePart('chromium', machine)).toThrow('sudo apt-get install -y chromium');
  });

  it('fails when CI=true and the installation brought nothing', () => {
    const { machine } = createMachine(['/bin/apt-get'], { CI: 'true', isRoot: true });
    expect(() => ensurePart('chromium', machine)).toThrow('apt-get install -y chromium');
  });
});
