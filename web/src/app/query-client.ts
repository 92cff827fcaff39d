import { QueryClient } from '@tanstack/react-query';
import { ApiFault } from '../data/api-fault.ts';

/** A refused request is final. If the server is unreachable, the request is retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) => !(error instanceof ApiFault) && count < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
