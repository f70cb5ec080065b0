/** Writes into `test/long-run.json` which groups of suites a long run has proved whole: see `where-changed.js`. */
const { writeFileSync } = require('node:fs');
const { GROUPS, PROVED, digestOf, proved } = require('./where-changed.js');

class LongRunReporter {
  constructor({ testNamePattern }) {
    this.ofSomeTests = Boolean(testNamePattern);
  }

  onRunComplete(contexts, { testResults }) {
    if (this.ofSomeTests) return;
    const files = [...contexts].flatMap(({ hasteFS }) => hasteFS.getAllFiles());
    const passed = new Set(
      testResults
        .filter(
          ({ numFailingTests, failureMessage, skipped }) =>
            numFailingTests === 0 && !failureMessage && !skipped,
        )
        .map(({ testFilePath }) => testFilePath),
    );
    const known = proved();
    for (const [name, group] of Object.entries(GROUPS)) {
      const suites = files.filter((file) => new RegExp(group.suites).test(file));
      if (suites.length > 0 && suites.every((file) => passed.has(file))) known[name] = digestOf(group);
    }
    writeFileSync(PROVED, `${JSON.stringify(known, null, 2)}\n`);
  }
}

module.exports = LongRunReporter;
