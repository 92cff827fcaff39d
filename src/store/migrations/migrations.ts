import { runs } from './0001-runs.ts';
import { curation } from './0002-curation.ts';
import { gradings } from './0003-gradings.ts';
import { calibrations } from './0004-calibrations.ts';
import { lookNumbers } from './0005-look-numbers.ts';
import { attempts } from './0006-attempts.ts';
import { trust } from './0007-trust.ts';
import { finalNames } from './0008-final-names.ts';
import { gateThresholds } from './0009-gate-thresholds.ts';
import { assistantRoles } from './0010-assistant-roles.ts';
import { tiesById } from './0011-ties-by-id.ts';
import type { Migration } from './migration.ts';

/** Every step, in order; a new one goes to the end. */
export const migrations: readonly Migration[] = [
  runs,
  curation,
  gradings,
  calibrations,
  lookNumbers,
  attempts,
  trust,
  finalNames,
  gateThresholds,
  assistantRoles,
  tiesById,
];
