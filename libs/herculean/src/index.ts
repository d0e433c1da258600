export {
  exportEnvironment,
  type ExportOptions,
  type ExportReport,
} from './export/export-environment.js';
export type { FileCoverage } from './rescore/herculean-streams.js';
