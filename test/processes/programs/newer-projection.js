/** Loaded into a service before it starts (`--require`): a later version of the program, whose results are version + 1. */
const { PROJECTIONS } = require('../../../dist/projections/index.js');

const results = PROJECTIONS.lanes
  .flatMap(({ projections }) => projections)
  .find(({ name }) => name === 'results');

results.version += 1;
