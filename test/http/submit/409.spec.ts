/** An idempotency key that another request holds. */
import { SUBMIT } from '../../support/refusals/submit.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(409, [SUBMIT]);
