/** Calls with a key that lacks the scope. Blocks and options: `resolve/403.spec.ts`, `submit/403.spec.ts`. */
import { EVERY_REFUSAL } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(403, EVERY_REFUSAL, /^no scope/);
