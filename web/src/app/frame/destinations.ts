import type { IconName } from '../../parts/Icon.tsx';
import type { ActionId } from '../keys/action-table.ts';

export interface Destination {
  readonly to: '/' | '/review' | '/items' | '/datasets' | '/import' | '/tags' | '/snapshots';
  readonly label: string;
  readonly icon: IconName;
  /** The action that goes there; its key is shown beside. */
  readonly action: ActionId;
  /** Has its place in the bar of phones; the others are behind "More". */
  readonly isInBar?: true;
}

export interface DestinationGroup {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

/** Everywhere one can go, in the order of the day. A group to come (runs, calibrations) is one more entry here. */
export const destinationGroups: readonly DestinationGroup[] = [
  {
    title: 'Curate',
    destinations: [
      { to: '/', label: 'Home', icon: 'home', action: 'go.home', isInBar: true },
      { to: '/review', label: 'Review', icon: 'chat', action: 'go.review', isInBar: true },
      { to: '/items', label: 'Browse', icon: 'search', action: 'go.explorer', isInBar: true },
      { to: '/datasets', label: 'Datasets', icon: 'grid', action: 'go.datasets', isInBar: true },
      { to: '/import', label: 'Import', icon: 'upload', action: 'go.import' },
      { to: '/tags', label: 'Tags', icon: 'tag', action: 'go.tags' },
      { to: '/snapshots', label: 'Snapshots', icon: 'camera', action: 'go.snapshots' },
    ],
  },
];

export const destinations: readonly Destination[] = destinationGroups.flatMap((group) => group.destinations);
