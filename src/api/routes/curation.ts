import { ProjectQuestions } from '../../review/project-questions.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { Once } from '../curation/once.ts';
import { addAssignmentRoutes } from './assignments.ts';
import { addAuditRoutes } from './audit.ts';
import { addConfigRoutes } from './config.ts';
import { addDatasetRoutes } from './datasets.ts';
import { addExportRoutes } from './export.ts';
import { addImportRoutes } from './import.ts';
import { addImportFileRoutes } from './import-file.ts';
import { addItemRoutes } from './items.ts';
import { addLabelRoutes } from './labels.ts';
import { addMeRoutes } from './me.ts';
import { addQuestionRoutes } from './questions.ts';
import { addRevisionRoutes } from './revisions.ts';
import { addSearchRoutes } from './search.ts';
import { addSnapshotRoutes } from './snapshots.ts';
import { addStatsRoutes } from './stats.ts';
import { addTagRoutes } from './tags.ts';

/** Ground truth under review. A key of a request counts for all of these addresses together. */
export function addCurationRoutes(app: ApiServer, context: ApiContext): void {
  const once = new Once(context.store.curation.once);
  const questions = new ProjectQuestions(context.projectRoot, context.clock);
  addImportRoutes(app, context, once);
  addImportFileRoutes(app, context, once);
  addItemRoutes(app, context, once);
  addRevisionRoutes(app, context);
  addAssignmentRoutes(app, context);
  addLabelRoutes(app, context, { once, questions });
  addQuestionRoutes(app, questions);
  addDatasetRoutes(app, context, once);
  addTagRoutes(app, context);
  addSnapshotRoutes(app, context, once);
  addExportRoutes(app, context);
  addSearchRoutes(app, context);
  addStatsRoutes(app, context);
  addAuditRoutes(app, context);
  addMeRoutes(app, context);
  addConfigRoutes(app, context);
  app.addHook('onListen', () => forgetOldAnswers(context));
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Nobody sends a request again after a month. */
async function forgetOldAnswers({ store, clock }: ApiContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString();
  // A database that is busy now has its old answers a little longer.
  await store.curation.once.prune(before).catch(() => undefined);
}
