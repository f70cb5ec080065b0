/** Calls whose `Accept` leaves no JSON. */
import { EVERY_REFUSAL } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(406, EVERY_REFUSAL);
