import { siteConfig } from '../../tools/site/config.ts';

export default siteConfig;
