/** Bodies with too many bytes or too many rows. */
import { SUBMIT } from '../../support/refusals/submit.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(413, [SUBMIT]);
