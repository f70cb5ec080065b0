/** Jest's environment of specs under mutation: of one mutant, what comes behind the first test that fails is left out. */
const { TestEnvironment } = require('jest-environment-node');

/** The mutant that was seen: the specs of a run share this process. */
let seen;

module.exports = class FirstFailureEnvironment extends TestEnvironment {
  handleTestEvent({ name, test, describeBlock }) {
    const { MUTANT } = process.env;
    if (MUTANT === undefined) return;
    if (name === 'test_fn_failure' || name === 'hook_failure') seen = MUTANT;
    if (seen !== MUTANT) return;
    if (name === 'test_start') test.mode = 'skip';
    if (name === 'run_describe_start') describeBlock.mode = 'skip';
  }
};
