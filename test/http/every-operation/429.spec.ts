/** Calls over the rate limit of their key. Caps on open work: `resolve/429.spec.ts`, `submit/429.spec.ts`. */
import { EVERY_REFUSAL } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(429, EVERY_REFUSAL);
