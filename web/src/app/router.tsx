import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from '../data/load-code.ts';
import { checkDatasetSearch, checkDatasetsSearch } from '../pages/datasets/dataset-search.ts';
import { checkExplorerSearch } from '../pages/explorer/address/explorer-search.ts';
import { checkHistorySearch } from '../pages/history/history-search.ts';
import { checkReviewSearch } from '../pages/review/review-search.ts';
import { checkSnapshotsSearch } from '../pages/snapshots/snapshots-search.ts';
import { checkTagsSearch } from '../pages/tags/tags-search.ts';
import { Shell } from './Shell.tsx';
import { ErrorPage } from './states/ErrorPage.tsx';
import { NotFoundPage } from './states/NotFoundPage.tsx';
import { PendingPage } from './states/PendingPage.tsx';

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => loadCode(() => import('../pages/home/HomePage.tsx')), 'HomePage'),
});
const queue = createRoute({
  getParentRoute: () => root,
  path: '/review',
  component: lazyRouteComponent(() => loadCode(() => import('../pages/review/ReviewPage.tsx')), 'ReviewPage'),
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/review/$dataset/$id',
  validateSearch: checkReviewSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/review/ReviewPage.tsx')), 'ReviewPage'),
});
const explorer = createRoute({
  getParentRoute: () => root,
  path: '/items',
  validateSearch: checkExplorerSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/explorer/ExplorerPage.tsx')), 'ExplorerPage'),
});
const history = createRoute({
  getParentRoute: () => root,
  path: '/items/$dataset/$id/history',
  validateSearch: checkHistorySearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/history/HistoryPage.tsx')), 'HistoryPage'),
});
const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: checkDatasetsSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/datasets/DatasetsPage.tsx')), 'DatasetsPage'),
});
const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$name',
  validateSearch: checkDatasetSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/datasets/DatasetPage.tsx')), 'DatasetPage'),
});
const imports = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: checkImportSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/import/ImportPage.tsx')), 'ImportPage'),
});
const tags = createRoute({
  getParentRoute: () => root,
  path: '/tags',
  validateSearch: checkTagsSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/tags/TagsPage.tsx')), 'TagsPage'),
});
const snapshots = createRoute({
  getParentRoute: () => root,
  path: '/snapshots',
  validateSearch: checkSnapshotsSearch,
  component: lazyRouteComponent(() => loadCode(() => import('../pages/snapshots/SnapshotsPage.tsx')), 'SnapshotsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, queue, review, explorer, history, datasets, dataset, imports, tags, snapshots]),
  parseSearch: parsePlainSearch,
  stringifySearch: toPlainSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  // A page that loads at once shows no skeleton, and a skeleton has no minimum time.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/**
 * The query of an address as texts, exactly as written: `keyword="return label"` keeps its quotes, and `itemId=1e3` is
 * not a number. The router's default parses values as JSON. A repeated name gives a list.
 */
export function parsePlainSearch(query: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...search };
}

/** The query with its `?`, or the empty string. Absent values are left out. */
export function toPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)]])),
  );
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '' : `?${query}`;
}

interface ImportSearch {
  /** The dataset for conversations that name none. */
  readonly dataset?: string;
}

function checkImportSearch({ dataset }: Readonly<Record<string, unknown>>): ImportSearch {
  const name = typeof dataset === 'string' || typeof dataset === 'number' ? String(dataset) : '';
  return name === '' ? {} : { dataset: name };
}
