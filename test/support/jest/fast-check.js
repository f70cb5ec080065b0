/**
 * `fast-check`, as every suite gets it. `npm test` draws the same cases each time, so that a change is judged by the
 * same cases as the one before it; `npm run test:long` draws others each time, and a failure prints their seed.
 */
const fc = require('../../../node_modules/fast-check/lib/cjs/fast-check.js');

/** Any number would do. */
const SEED = 20_261_129;
if (process.env.TEST_LONG === undefined) fc.configureGlobal({ seed: SEED });

module.exports = fc;
