export { flatten } from './flatten.js';
