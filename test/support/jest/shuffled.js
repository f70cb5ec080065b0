/** Orders suites by the seed of the run (jest's `--seed`): the same seed gives the same order. */
const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class Shuffled extends Sequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const place = ({ path, context }) =>
      createHash('sha256')
        .update(`${this.seed} ${relative(context.config.rootDir, path)}`)
        .digest('hex');
    return tests
      .map((test) => ({ test, at: place(test) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ test }) => test);
  }
};
