/** Blocks and options that the account does not have. */
import { SUBMIT } from '../../support/refusals/submit.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(403, [SUBMIT], /enabled/);
