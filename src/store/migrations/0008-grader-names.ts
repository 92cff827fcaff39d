import { type Kysely, sql } from 'kysely';
import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Database } from '../tables/database.ts';

/**
 * Names from the files people write, as stored with runs: the eval's name, graders `command` and `citations`, and the
 * built-in target `rules`, whose rules count replies from 1.
 */
export async function renameInRuns(db: Kysely<Database>): Promise<void> {
  const runs = await db.selectFrom('runs').select(['no', 'spec']).execute();
  for (const { no, spec } of runs) {
    const renamed = JSON.stringify(toPresentSpec(JSON.parse(spec)));
    if (renamed !== spec) await db.updateTable('runs').set({ spec: renamed }).where('no', '=', no).execute();
  }
  await renameInGradings(db);
  await renameInVerdicts(db);
}

async function renameInGradings(db: Kysely<Database>): Promise<void> {
  const gradings = await db.selectFrom('gradings').select(['run_no', 'number', 'spec']).execute();
  for (const { run_no: run, number, spec } of gradings) {
    const value: unknown = JSON.parse(spec);
    if (!isPlainObject(value) || !Array.isArray(value.graders)) continue;
    const renamed = toCanonicalJson({ ...value, graders: value.graders.map(toPresentId) });
    if (renamed === spec) continue;
    const grading = db.updateTable('gradings').set({ spec: renamed });
    await grading.where('run_no', '=', run).where('number', '=', number).execute();
  }
}

async function renameInVerdicts(db: Kysely<Database>): Promise<void> {
  const rows = await db.selectFrom('verdicts').select('grader').distinct().execute();
  for (const { grader } of rows) {
    const renamed = toPresentId(grader);
    if (renamed === grader) continue;
    await db.updateTable('verdicts').set({ grader: renamed }).where('grader', '=', grader).execute();
  }
  // Inside a text the quotes would be escaped, so this is always the provenance.
  const [before, after] = ['"kind":"script","hash":', '"kind":"command","hash":'];
  await sql`update verdicts set details = replace(details, ${before}, ${after})
    where details like ${`%${before}%`}`.execute(db);
}

function toPresentSpec(spec: unknown): unknown {
  if (!isPlainObject(spec)) return spec;
  const { files, targets } = spec;
  return {
    ...spec,
    ...(Array.isArray(files) ? { files: files.map(toPresentFile) } : {}),
    ...(Array.isArray(targets) ? { targets: targets.map(toPresentTarget) } : {}),
  };
}

function toPresentFile(file: unknown): unknown {
  if (!isPlainObject(file) || file.dataset === undefined) return file;
  const { path, hash, dataset: name, graders, ...rest } = file;
  return { path, hash, name, ...(Array.isArray(graders) ? { graders: graders.map(toPresentGrader) } : {}), ...rest };
}

function toPresentGrader(grader: unknown): unknown {
  return isPlainObject(grader) ? { ...grader, id: toPresentId(grader.id) } : grader;
}

function toPresentTarget(target: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(target.spec)) return target;
  const { spec } = target;
  if (spec.provider !== 'builtin' || spec.model !== 'scripted') return target;
  const rules = Array.isArray(spec.rules) ? { rules: spec.rules.map(toPresentRule) } : {};
  return { ...target, spec: { ...spec, model: 'rules', ...rules } };
}

function toPresentRule(rule: unknown): unknown {
  if (!isPlainObject(rule) || typeof rule.turn !== 'number') return rule;
  const { turn, ...rest } = rule;
  return { ...rest, reply_number: turn + 1 };
}

const kinds: Readonly<Record<string, string>> = { script: 'command', refs: 'citations' };

/** `script-1` → `command-1`, `turn-3/refs-2` → `turn-3/citations-2`. An id that you chose yourself stays. */
function toPresentId(id: unknown): string {
  return String(id).replace(/^(turn-\d+\/)?(script|refs)(?=-\d+(?:~\d+)?$)/, (_, turn: string | undefined, kind) => {
    return `${turn ?? ''}${kinds[kind]}`;
  });
}
