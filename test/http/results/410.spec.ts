/** Pages of results whose rows are gone. */
import { RESULTS } from '../../support/refusals/every-operation.js';
import { testExpiry } from '../../support/refusals/pages.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testExpiry('results');
testRefusals(410, [RESULTS]);
