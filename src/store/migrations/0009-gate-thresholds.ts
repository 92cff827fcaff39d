import { sql } from 'kysely';
import { GradingSpec, RunSpec } from '../../conversation/run/run-spec.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { checkSpec, specsPerPage, takeOver } from './0008-final-names.ts';
import { changeObject, changeText, toFinalCertificates, toFinalGradingSpec } from './0008-final-rows.ts';
import type { Migration } from './migration.ts';
import { rewriteColumn } from './rewrite-column.ts';

/** A gate has thresholds, which version 8 called limits. Runs and gradings record the certificates of their judges. */
export const gateThresholds: Migration = {
  number: 9,
  name: 'gate-thresholds',
  up: async (db, _engine, context) => {
    const { file } = context;
    await takeOver(db, context);
    const common = { column: 'spec', rowsPerPage: specsPerPage };
    await rewriteColumn(db, {
      ...{ ...common, table: 'runs', key: ['no'] },
      name: sql`id`,
      change: (text, run) => {
        const renamed = toThresholdRunSpec(text);
        return renamed === text ? text : checkSpec(RunSpec, renamed, { file, run, what: `run ${run}` });
      },
    });
    await rewriteColumn(db, {
      ...{ ...common, table: 'gradings', key: ['run_no', 'number'] },
      name: sql`(select id from runs where no = run_no)`,
      change: (text, run) => {
        const renamed = toFinalGradingSpec(text);
        return renamed === text
          ? text
          : checkSpec(GradingSpec, renamed, { file, run, what: `a grading of run ${run}` });
      },
    });
  },
};

/** A row as version 8 wrote it, with the names of version 9: the rules of the migration, for rows of a backup. */
export function toThresholdRow({ table, row }: ArchiveRow): ArchiveRow {
  if (table === 'runs') return { table, row: changeText(row, 'spec', toThresholdRunSpec) };
  if (table === 'gradings') return { table, row: changeText(row, 'spec', toFinalGradingSpec) };
  return { table, row };
}

function toThresholdRunSpec(text: string): string {
  return changeObject(text, (spec) => JSON.stringify({ ...spec, ...toFinalCertificates(spec) }));
}
