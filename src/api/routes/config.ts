import { itemSorts } from '../../contract/item-query.ts';
import { ConfigAnswer } from '../../contract/workspace.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { computedGroups } from '../../curate/computed-tags.ts';
import { overallScale } from '../../review/labels.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { bodyLimitBytes } from '../curation/body-limit.ts';
import { lineLimitBytes } from '../curation/incoming-items.ts';
import { fileLimitBytes } from '../curation/upload.ts';

/** What a client has to know to fit this server. */
export function addConfigRoutes(app: ApiServer, { version, source }: ApiContext): void {
  const config = {
    version,
    statuses: [...ItemStatus.options],
    computedTags: [...computedGroups],
    sortFields: [...itemSorts],
    labelScale: { question: 'overall', ...overallScale },
    limits: {
      bodyBytes: bodyLimitBytes,
      lineBytes: lineLimitBytes,
      fileBytes: fileLimitBytes,
      pageSize: 200,
      searchResults: 50,
    },
    hasSearch: source !== undefined,
  };
  app.route({
    method: 'GET',
    url: '/v1/config',
    schema: { tags: ['workspace'], summary: 'Read the server configuration', response: { 200: ConfigAnswer } },
    handler: async () => config,
  });
}
