import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Place, type Problem, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { PlacedGrader } from '../eval/check-graders.ts';
import { findStats } from '../text/read-text.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;
type Env = Readonly<Record<string, string | undefined>>;

interface NamedProgram {
  readonly run: readonly string[];
  /** As it was written, and as an absolute path. */
  readonly cwd: { readonly written: string; readonly path: string };
  /** The grader, if it has a name. */
  readonly id: string | undefined;
  readonly place: () => Place;
}

/** Endings of programs that an interpreter runs: `python check.py`. */
const scriptEnding = /\.(?:[cm]?[jt]sx?|py|rb|sh|bash|zsh|php|pl|lua|r|jl|ps1|jar)$/i;

/**
 * Looks for the programs of an eval's `command` graders, without running them. A missing one is a warning, because it
 * may exist where the eval runs. There, the verdict is ungraded.
 */
export class ProgramValidator {
  readonly #reading: string;
  readonly #folder: string;
  readonly #programs = new Map<string, NamedProgram>();

  /** `path`: the eval file. Programs start from its folder. */
  constructor(reading: string, path: string) {
    this.#reading = reading;
    this.#folder = dirname(path);
  }

  /** An eval has few distinct programs. The limit protects the memory. */
  add(graders: readonly PlacedGrader[], placeOf: PlaceOf): void {
    for (const { grader, path } of graders) {
      const spec = toSpec(grader.command);
      if (spec === undefined || this.#programs.size >= 1000) continue;
      const cwd = { written: spec.cwd ?? '.', path: resolve(this.#folder, spec.cwd ?? '.') };
      const key = JSON.stringify([spec.run, cwd.path]);
      if (this.#programs.has(key)) continue;
      this.#programs.set(key, { run: spec.run, cwd, id: grader.id, place: () => placeOf([...path, 'command']) });
    }
  }

  check(env: Env): readonly Problem[] {
    return [...this.#programs.values()].flatMap((named) => {
      const { id, place } = named;
      const flaw = findFlaw(named, env);
      if (flaw === undefined) return [];
      const message = `The grader${id === undefined ? '' : ` "${id}"`} runs ${flaw}`;
      const hint = 'Its verdicts will be ungraded. Install the program, or fix its path.';
      return [toWarning({ code: 'EVAL_PROGRAM_MISSING', message, hint, reading: this.#reading, ...place() })];
    });
  }
}

function toSpec(command: GraderSpec['command']) {
  if (command === undefined) return undefined;
  return 'run' in command ? command : { run: command, cwd: undefined };
}

function findFlaw({ run, cwd: { written, path: cwd } }: NamedProgram, env: Env): string | undefined {
  const [program = '', ...rest] = run;
  if (findStats(cwd)?.isDirectory() !== true) return `"${program}" in the folder "${written}", which does not exist.`;
  // The first script is what the interpreter runs. Later ones may be files that it writes.
  const script = rest.find((argument) => scriptEnding.test(argument) && !/^-|[=*{$\s]/.test(argument));
  const isScriptMissing = script !== undefined && findStats(resolve(cwd, script)) === undefined;
  const isFound = isThere(program, cwd, env);
  if (isFound) return isScriptMissing ? `"${script}", which does not exist.` : undefined;
  return isScriptMissing
    ? `"${script}" with "${program}". Neither of them exists here.`
    : `"${program}", which does not exist here.`;
}

function isThere(program: string, cwd: string, env: Env): boolean {
  if (/[/\\]/.test(program)) return listNames(isAbsolute(program) ? program : resolve(cwd, program), env).some(isFile);
  const path = env.PATH ?? env.Path;
  // The system then looks in places of its own.
  if (path === undefined) return true;
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => listNames(join(folder, program), env).some(isFile));
}

/** Windows adds endings such as .EXE. */
function listNames(path: string, env: Env): readonly string[] {
  return [path, ...(env.PATHEXT ?? '').split(';').flatMap((ending) => (ending === '' ? [] : [`${path}${ending}`]))];
}

function isFile(path: string): boolean {
  return findStats(path)?.isFile() === true;
}
