import { queryOptions } from '@tanstack/react-query';
import { DatasetAnswer, DatasetList, InstructionsAnswer } from '../../../src/contract/dataset.ts';
import { askApi } from './ask-api.ts';

const toPath = (name: string) => `/v1/datasets/${encodeURIComponent(name)}`;

export function datasetsQuery() {
  return queryOptions({
    queryKey: ['datasets'],
    queryFn: ({ signal }) => askApi({ schema: DatasetList, path: '/v1/datasets', signal }),
  });
}

export function datasetQuery(name: string) {
  return queryOptions({
    queryKey: ['datasets', name],
    queryFn: ({ signal }) => askApi({ schema: DatasetAnswer, path: toPath(name), signal }),
  });
}

export function makeDataset(body: { readonly name: string; readonly description?: string; readonly weight?: number }) {
  return askApi({ schema: DatasetAnswer, path: '/v1/datasets', method: 'POST', body });
}

export interface DatasetEdit {
  readonly name: string;
  readonly etag: string;
  readonly change: {
    readonly description?: string;
    readonly weight?: number;
    readonly assistantRoles?: string[];
  };
}

export function changeDataset({ name, etag, change }: DatasetEdit) {
  const headers = { 'if-match': `"${etag}"` };
  return askApi({ schema: DatasetAnswer, path: toPath(name), method: 'PUT', body: change, headers });
}

export function instructionsQuery(name: string) {
  return queryOptions({
    queryKey: ['datasets', name, 'instructions'],
    queryFn: ({ signal }) =>
      askApi({ schema: InstructionsAnswer, path: `${toPath(name)}/curation-instructions`, signal }),
  });
}

export function changeInstructions(name: string, etag: string, instructions: string) {
  const path = `${toPath(name)}/curation-instructions`;
  const headers = { 'if-match': `"${etag}"` };
  return askApi({ schema: InstructionsAnswer, path, method: 'PUT', body: { instructions }, headers });
}
