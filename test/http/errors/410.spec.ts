/** Pages of errors whose rows are gone. */
import { ERRORS } from '../../support/refusals/every-operation.js';
import { testExpiry } from '../../support/refusals/pages.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testExpiry('errors');
testRefusals(410, [ERRORS]);
