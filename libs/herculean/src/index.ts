export {
  exportEnvironment,
  type ExportOptions,
  type ExportReport,
} from './export/export-environment.js';
