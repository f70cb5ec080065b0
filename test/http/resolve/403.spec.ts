/** Blocks and options that the account does not have. */
import { RESOLVE } from '../../support/refusals/resolve.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(403, [RESOLVE], /enabled/);
