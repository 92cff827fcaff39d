export { default } from '../../tools/site/config.ts';
