export { openDataset } from './open-dataset.js';
