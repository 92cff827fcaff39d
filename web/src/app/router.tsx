import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
});
const queue = createRoute({
  getParentRoute: () => root,
  path: '/review',
  component: lazyRouteComponent(() => import('../pages/review/ReviewPage.tsx'), 'ReviewPage'),
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/review/$dataset/$id',
  component: lazyRouteComponent(() => import('../pages/review/ReviewPage.tsx'), 'ReviewPage'),
});
const explorer = createRoute({
  getParentRoute: () => root,
  path: '/items',
  component: lazyRouteComponent(() => import('../pages/explorer/ExplorerPage.tsx'), 'ExplorerPage'),
});
const history = createRoute({
  getParentRoute: () => root,
  path: '/items/$dataset/$id/history',
  component: lazyRouteComponent(() => import('../pages/history/HistoryPage.tsx'), 'HistoryPage'),
});
const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  component: lazyRouteComponent(() => import('../pages/datasets/DatasetsPage.tsx'), 'DatasetsPage'),
});
const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$name',
  component: lazyRouteComponent(() => import('../pages/datasets/DatasetPage.tsx'), 'DatasetPage'),
});
const imports = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: lazyRouteComponent(() => import('../pages/import/ImportPage.tsx'), 'ImportPage'),
});
const tags = createRoute({
  getParentRoute: () => root,
  path: '/tags',
  component: lazyRouteComponent(() => import('../pages/tags/TagsPage.tsx'), 'TagsPage'),
});
const snapshots = createRoute({
  getParentRoute: () => root,
  path: '/snapshots',
  component: lazyRouteComponent(() => import('../pages/snapshots/SnapshotsPage.tsx'), 'SnapshotsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, queue, review, explorer, history, datasets, dataset, imports, tags, snapshots]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
