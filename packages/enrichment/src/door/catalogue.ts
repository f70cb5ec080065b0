/** The catalogue of blocks: what each is, what it needs, and how its answers are described. */
export * as bodies from '../blocks/catalogue/catalogue-body.js';
export { catalogueBody, type CatalogueFigures, type Coverage } from '../blocks/catalogue/catalogue-body.js';
export { OPTION_GUIDE, type OptionGuide } from '../blocks/catalogue/option-guide.js';
export { BLOCK_CATALOGUE, BLOCKS } from '../blocks/index.js';
export { stateOf, type BlockDefinition, type LatencyClass } from '../blocks/runner/define-block.js';
export { makeEnvelope } from '../blocks/runner/make-envelope.js';
export { factsOf, inOrderOfNeeds } from '../blocks/runner/needs-graph.js';
export * as valueTypes from '../blocks/runner/value-types.js';
export { sourcesOfFact } from '../sources/facts/index.js';
export { SOURCES } from '../sources/index.js';
