/** Other methods than the operation has. */
import { EVERY_REFUSAL } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(405, EVERY_REFUSAL);
