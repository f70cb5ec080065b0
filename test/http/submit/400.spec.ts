/** Bodies that are no JSON, and fields that are wrong. */
import { SUBMIT } from '../../support/refusals/submit.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(400, [SUBMIT]);
