/** Requests that are wrong in themselves. */
import { RESOLVE } from '../../support/refusals/resolve.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(400, [RESOLVE]);
