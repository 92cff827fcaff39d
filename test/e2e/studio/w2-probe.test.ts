import { expect, it } from 'vitest';
import { startStudio } from '../../support/studio.ts';
import { fillHostile } from './hostile-store.ts';
it('fills', async () => {
  const t = Date.now();
  const studio = await startStudio({ fill: fillHostile });
  console.log('filled', Date.now() - t);
  const { snapshots } = (await studio.api.get('/v1/snapshots')).body as any;
  console.log(snapshots.map((s: any) => s.count));
  await studio.remove();
  expect(1).toBe(1);
}, 120_000);
