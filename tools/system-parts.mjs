// PostgreSQL and Chromium: programs that some tests need and npm cannot install.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const parts = {
  chromium: {
    title: 'Chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    places: () => ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    commands: {
      'apt-get': 'apt-get install -y chromium',
      dnf: 'dnf install -y chromium',
      brew: 'brew install --cask chromium',
      winget: 'winget install Hibbiki.Chromium',
    },
  },
  postgresql: {
    title: 'PostgreSQL',
    programs: ['postgres'],
    places: listServerPlaces,
    commands: {
      'apt-get': 'apt-get install -y postgresql',
      dnf: 'dnf install -y postgresql-server',
      brew: 'brew install postgresql@17',
      winget: 'winget install PostgreSQL.PostgreSQL.17',
    },
  },
};

/** What the two functions below need of the machine, as one argument. */
export const thisMachine = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  isProgram,
  listFolder,
  run,
  say: (line) => process.stderr.write(`${line}\n`),
};

/** Looks for a part; `how` says where it was found, or the one command that installs it. */
export function findPart(name, machine = thisMachine) {
  const part = getPart(name);
  const onPath = part.programs.map((program) => findOnPath(program, machine)).find(Boolean);
  const path = onPath ?? part.places(machine).find((place) => machine.isProgram(place));
  if (!path) return { name, found: false, how: toInstallCommand(part, machine) };
  const version = machine.run(path, ['--version']).output.match(/\d+(\.\d+)*/)?.[0];
  return { name, found: true, ...(version && { version }), path, how: onPath ? 'on PATH' : 'in its usual folder' };
}

/**
 * Finds a part, or installs it where it can do so without asking: as root with apt-get. Elsewhere it prints the command to
 * run and returns `found: false`, so that tests can be skipped with that reason. With CI=true it throws instead.
 */
export function ensurePart(name, machine = thisMachine) {
  const { title, commands } = getPart(name);
  const part = findPart(name, machine);
  if (part.found) return part;
  const found = machine.isRoot && findOnPath('apt-get', machine) ? install(name, commands['apt-get'], machine) : part;
  if (found.found) return found;
  const advice = `The tests need ${title}, which is not installed. To install it: ${found.how}`;
  if (machine.environment.CI === 'true') throw new Error(advice);
  machine.say(advice);
  return found;
}

function install(name, command, machine) {
  machine.say(`Installing ${getPart(name).title} for the tests: ${command}`);
  machine.run('apt-get', ['update', '-qq']);
  const [program, ...args] = command.split(' ');
  const { status, output } = machine.run(program, args);
  if (status !== 0) machine.say(output.trimEnd());
  return findPart(name, machine);
}

function getPart(name) {
  if (!Object.hasOwn(parts, name))
    throw new Error(`Unknown part: ${name}. Known parts: ${Object.keys(parts).join(', ')}`);
  return parts[name];
}

function toInstallCommand({ commands }, machine) {
  const manager = Object.keys(commands).find((program) => findOnPath(program, machine));
  if (!manager) return 'use the package manager of your system';
  const needsRoot = manager === 'apt-get' || manager === 'dnf';
  return needsRoot && !machine.isRoot ? `sudo ${commands[manager]}` : commands[manager];
}

function findOnPath(program, machine) {
  const folders = (machine.environment.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((path) => machine.isProgram(path));
}

// Debian keeps each major version in a folder of its own, off PATH.
function listServerPlaces(machine) {
  const versions = machine.listFolder('/usr/lib/postgresql').filter((name) => /^\d+$/.test(name));
  return versions.sort((a, b) => b - a).map((version) => `/usr/lib/postgresql/${version}/bin/postgres`);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: 2 ** 26 });
  return { status, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` };
}
