/** Calls without a key, or with one that does not work. */
import { EVERY_REFUSAL } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(401, EVERY_REFUSAL);
