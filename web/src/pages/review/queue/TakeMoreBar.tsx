import { Button } from '../../../parts/Button.tsx';
import { MenuButton } from '../../../parts/MenuButton.tsx';
import { takeCounts, useTakeMore } from './use-take-more.ts';

/** Asks for more to review. */
export function TakeMoreBar() {
  const { count, setCount, take, isTaking } = useTakeMore();
  const choices = takeCounts.map((other) => ({
    label: `Claim ${other} at a time`,
    run: () => setCount(other),
    ...(other === count ? { icon: 'approve' as const } : {}),
  }));
  return (
    <div className="flex items-center gap-1 border-line border-t p-3">
      <Button disabled={isTaking} icon="add" keys="m" onClick={take}>
        Claim {count} more
      </Button>
      <MenuButton groups={[choices]} icon="more" isLabelHidden kind="quiet" label="How many to claim" />
    </div>
  );
}
