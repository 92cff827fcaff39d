/** The two snapshots to compare. */
export interface SnapshotsSearch {
  readonly from?: string;
  readonly to?: string;
}

export function checkSnapshotsSearch({ from, to }: Readonly<Record<string, unknown>>): SnapshotsSearch {
  return { ...(isId(from) ? { from } : {}), ...(isId(to) ? { to } : {}) };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
