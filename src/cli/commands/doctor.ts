import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findKeyName, type TargetSpec } from '../../conversation/target-spec.ts';
import { findConfigFile } from '../../files/project/config.ts';
import { readEnvironment } from '../../files/project/environment.ts';
import { findProjectRoot, toShownFile } from '../../files/project/project.ts';
import { findTargetsFile, readTargets } from '../../files/targets/read-targets.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { findChromium, findPostgres, type SystemPart } from '../system-part.ts';
import { readVersion } from '../version.ts';

/** One check. `ok: null`: for information only. */
interface Finding {
  readonly name: string;
  readonly ok: boolean | null;
  readonly found: string;
  readonly next?: string;
}

/** Checks the setup. It prints the names of keys, never their values. */
export async function doctor(command: { readonly json?: boolean }, io: Io): Promise<ExitCode> {
  const root = findProjectRoot(join(io.cwd, 'any'));
  const findings = [
    ...listPackageFindings(),
    ...listProjectFindings(root, io),
    ...listTargetFindings(root, io),
    toPartFinding(findChromium(io.env), 'only needed to test the Studio'),
    toPartFinding(findPostgres(io.env), 'only needed for teams'),
  ];
  io.out(command.json === true ? renderJson(findings) : renderFindings(findings, io));
  return findings.some(({ ok }) => ok === false) ? 1 : 0;
}

function listPackageFindings(): readonly Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > 22 || (major === 22 && minor >= 18);
  return [
    { name: 'Turnwise', ok: true, found: readVersion() },
    { name: 'Node', ok: isEnough, found: process.versions.node, ...(isEnough ? {} : { next: 'Install Node 24.' }) },
  ];
}

function listProjectFindings(root: string, io: Io): readonly Finding[] {
  const config = findConfigFile(root);
  const store = join(root, '.turnwise', 'turnwise.db');
  const isProject = existsSync(join(root, '.turnwise')) || existsSync(join(root, '.agentv'));
  return [
    {
      name: 'Project',
      ok: isProject || null,
      found: isProject ? toShownFile(root, io.cwd) : 'not found',
      ...(isProject ? {} : { next: 'turnwise init' }),
    },
    {
      name: 'Config',
      ok: null,
      found: config === undefined ? 'none, using defaults' : toShownFile(config, io.cwd),
    },
    {
      name: 'Database',
      ok: null,
      found: `${toShownFile(store, io.cwd)}${existsSync(store) ? '' : ' (created on first use)'}`,
    },
  ];
}

function listTargetFindings(root: string, io: Io): readonly Finding[] {
  const path = findTargetsFile(join(io.cwd, 'any'), root);
  if (path === undefined)
    return [{ name: 'Targets', ok: null, found: 'no targets.yaml in this folder or above, up to the project root' }];
  try {
    const { targets } = readTargets(path, io.cwd);
    const env = readEnvironment(root, io.env);
    const head: Finding = { name: 'Targets', ok: true, found: toShownFile(path, io.cwd) };
    return [head, ...targets.map((target) => toKeyFinding(target, env))];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [{ name: 'Targets', ok: false, found: error.message, next: 'turnwise validate' }];
  }
}

function toKeyFinding(target: TargetSpec, env: Readonly<Record<string, string | undefined>>): Finding {
  const name = `  ${target.id}`;
  const key = findKeyName(target);
  if (key === undefined) return { name, ok: true, found: `${target.provider}, no API key needed` };
  const isSet = (env[key] ?? '') !== '';
  const found = `${target.provider}, ${key} ${isSet ? 'is set' : 'is not set'}`;
  return { name, ok: isSet, found, ...(isSet ? {} : { next: `Set ${key} in .env or the environment.` }) };
}

function toPartFinding(part: SystemPart, why: string): Finding {
  if (part.path === undefined) return { name: part.name, ok: null, found: `not found, ${why}`, next: part.install };
  return {
    name: part.name,
    ok: true,
    found: [part.version, part.path].filter((text) => text !== undefined).join(' · '),
  };
}

/** The names of targets are indented in text, but not in JSON. */
function renderJson(findings: readonly Finding[]): string {
  const named = findings.map((finding) => ({ ...finding, name: finding.name.trim() }));
  return `${JSON.stringify(named, null, 2)}\n`;
}

function renderFindings(findings: readonly Finding[], io: Io): string {
  const palette = toPalette(io.color.out);
  const width = Math.max(...findings.map(({ name }) => name.length)) + 2;
  const marks = { true: palette.green('✓'), false: palette.red('✗'), null: palette.dim('·') };
  const lines = findings.map(({ name, ok, found, next }) => {
    const tail = next === undefined ? '' : palette.dim(`  → ${next}`);
    return `${marks[`${ok}`]} ${name.padEnd(width)}${found}${tail}`;
  });
  return `${lines.join('\n')}\n`;
}
