import { QueryClient } from '@tanstack/react-query';
import { ApiFault } from '../data/api-fault.ts';

/** Refusals are final; a server that is not there is asked again. */
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
