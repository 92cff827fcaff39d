import { writeGenerated } from './generated-files.ts';
import { listPages } from './reference/pages.ts';

writeGenerated(await listPages(), 'pages of docs/reference', process.argv.slice(2));
