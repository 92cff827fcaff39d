import { useRouter } from '@tanstack/react-router';
import { Button } from '../../parts/Button.tsx';
import { EmptyView } from '../../parts/EmptyView.tsx';
import { usePageTitle } from '../use-page-title.ts';

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  usePageTitle('Not found');
  const router = useRouter();
  return (
    <EmptyView icon="search" isPage title="There is no such page">
      <p>The address may be old, or a letter of it may be missing.</p>
      <div className="flex gap-2">
        <Button icon="back" onClick={() => router.history.back()}>
          Back
        </Button>
        <Button icon="home" kind="main" onClick={() => void router.navigate({ to: '/' })}>
          Home
        </Button>
      </div>
    </EmptyView>
  );
}
