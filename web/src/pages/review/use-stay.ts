import { useRouter } from '@tanstack/react-router';
import { isTyping } from '../../app/keys/use-typing.ts';

/**
 * Asked when something begins that leads to another page once the server has answered. What it gives says whether the
 * person still is where they were, with their hands off the text: who has gone on is not pulled away from it, and the
 * letters of a word do not become keys of another page.
 */
export function useStay(): () => () => boolean {
  const router = useRouter();
  return () => {
    const from = router.latestLocation.pathname;
    return () => router.latestLocation.pathname === from && !isTyping();
  };
}
