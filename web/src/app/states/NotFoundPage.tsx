import { useRouter } from '@tanstack/react-router';
import { Button } from '../../parts/button/Button.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { usePageTitle } from '../use-page-title.ts';

/** For unknown addresses. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  const router = useRouter();
  return (
    <EmptyView icon="search" isPage title="Page not found">
      <p>The link may be outdated or mistyped.</p>
      <div className="flex gap-2">
        <Button icon="back" onClick={() => router.history.back()}>
          Go back{' '}
        </Button>
        <Button icon="home" kind="main" onClick={() => void router.navigate({ to: '/' })}>
          Go to Home{' '}
        </Button>
      </div>
    </EmptyView>
  );
}
