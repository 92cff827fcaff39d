import type { IconName } from '../../parts/Icon.tsx';
import type { ActionId } from '../keys/action-table.ts';

export interface Destination {
  readonly to: '/' | '/review' | '/items' | '/datasets' | '/import' | '/tags' | '/snapshots';
  readonly label: string;
  readonly icon: IconName;
  /** The action that goes there. Its key is shown next to the link. */
  readonly action: ActionId;
  /** Shown in the bottom bar. The others are under "More". */
  readonly isInBar?: true;
}

export interface DestinationGroup {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

/** Every destination, in the order of a working day. Add a group (runs, calibrations) as one more entry. */
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
