/**
 * A process of jest that has nothing left to do ends at once. To take down a heap that hundreds of suites have filled takes
 * longer than the half second after which jest kills it, and says that it "failed to exit gracefully". Where a suite has
 * left anything running, this does not come to pass, and jest says so as before.
 */
if (process.send !== undefined) process.on('beforeExit', () => process.exit());
