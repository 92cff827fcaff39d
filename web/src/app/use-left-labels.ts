import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openPendingLabels } from '../data/pending-labels/pending-labels.ts';

/** Sends the scores that a tab has left behind, whichever page the Studio is opened at. */
export function useLeftLabels(): void {
  const client = useQueryClient();
  useEffect(() => void openPendingLabels(client), [client]);
}
