import type { AddRoutes } from '../api-context.ts';
import { addCurationRoutes } from './curation.ts';
import { addHealthRoutes } from './health.ts';
import { addReferenceRoutes } from './reference.ts';
import { addRunEventRoutes } from './run-events.ts';
import { addRunRoutes } from './runs.ts';

/** Every group of addresses under /v1, in the order in which the reference lists them. */
export const allRoutes: readonly AddRoutes[] = [
  addCurationRoutes,
  addRunRoutes,
  addRunEventRoutes,
  addReferenceRoutes,
  addHealthRoutes,
];
