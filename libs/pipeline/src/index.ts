export { AdapterProcessor } from './adapter-processor.js';
export { ClockProcessor } from './clock-processor.js';
export { InOrder, type NewItems } from './in-order.js';
export { IngestProcessor, type OpenSources } from './ingest-processor.js';
export { outgoing } from './outgoing.js';
export { PortfolioProcessor } from './portfolio-processor.js';
export { planOfSubmitted, submittedPlan } from './run-plan-of.js';
export { ScoringProcessor } from './scoring-processor.js';
export { LoadedTape, TapeLibrary } from './tape-library.js';
