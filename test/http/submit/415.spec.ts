/** Bodies of another media type than JSON. */
import { SUBMIT } from '../../support/refusals/submit.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(415, [SUBMIT]);
