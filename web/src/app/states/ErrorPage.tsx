import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiFault, UnreachableFault } from '../../data/api-fault.ts';
import { Button } from '../../parts/button/Button.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { toSentence } from '../../parts/page/FaultView.tsx';
import { usePageTitle } from '../use-page-title.ts';

/** Replaces a page that failed to render. The rest of the Studio keeps working. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  usePageTitle('Error');
  const router = useRouter();
  const isServer = error instanceof ApiFault || error instanceof UnreachableFault;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyView icon="warn" isPage title="This page couldn't load">
      <p role="alert">{toSentence(error)}</p>
      <div className="flex gap-2">
        {isServer ? (
          <Button icon="restore" kind="main" onClick={retry}>
            Retry
          </Button>
        ) : (
          <Button icon="restore" kind="main" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        )}
        <Button icon="home" onClick={() => void router.navigate({ to: '/' })}>
          Go to Home
        </Button>
      </div>
    </EmptyView>
  );
}
