/** A job that is not the account's. */
import { JOB } from '../../support/refusals/every-operation.js';
import { testRefusals } from '../../support/refusals/refusals.js';

testRefusals(404, [JOB]);
