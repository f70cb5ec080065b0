/** Closes a test run with one plain line that any build server can read. */
class SummaryReporter {
  onRunComplete(_contexts, results) {
    const failedSuites = results.numRuntimeErrorTestSuites;
    process.stdout.write(
      `\n${results.numPassedTests} passed, ${results.numFailedTests + failedSuites} failed, ${results.numPendingTests} skipped\n`,
    );
  }
}

module.exports = SummaryReporter;
