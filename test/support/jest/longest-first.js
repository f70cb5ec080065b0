/**
 * The order of suites: the longest first, so that none of them is left for one process at the end. Jest orders by how long
 * each took last; where it does not know that, as in a fresh copy, it goes by the size of files, which says little of suites
 * that start processes or wait for time-outs. Those are named here, the longest first; after them comes jest's own order.
 */
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes seven seconds or more where three run at once on two cores; first what the long run alone runs. */
const LONGEST = [
  'test/processes/soak.spec.ts',
  'test/processes/month-old.spec.ts',
  'test/processes/live-worker.spec.ts',
  'test/processes/on-stand-ins/outage.spec.ts',
  'packages/eventstoredb-stand-in/test/conformance.spec.ts',
  'packages/mongodb-stand-in/test/conformance.spec.ts',
  'test/stores/mongodb/outages.spec.ts',
  'test/stores/mongodb/contract.spec.ts',
  'test/scripts/new/additions.spec.ts',
  'test/processes/on-stand-ins/roles-on-many-processes.spec.ts',
  'test/processes/late-worker.spec.ts',
  'test/stores/eventstoredb/write-faults.spec.ts',
  'test/processes/upgrade.spec.ts',
  'test/stores/eventstoredb/contract.spec.ts',
  'test/processes/full-disk.spec.ts',
  'packages/mongodb-stand-in/test/stand-in.spec.ts',
  'test/http/live-register.spec.ts',
  'test/console/browser.spec.ts',
  'test/processes/poison-row.spec.ts',
  'test/console/own-door.spec.ts',
  'test/clients/python-client.spec.ts',
  'test/rooms/sites/aimed-crawls.spec.ts',
  'test/processes/kill-nine.spec.ts',
  'test/processes/graceful-stop.spec.ts',
  'test/cli/register/sync.spec.ts',
  'test/processes/demo.spec.ts',
  'test/cli/beside-service.spec.ts',
  'test/rooms/jobs/faults/every-append.spec.ts',
  'test/console/killed-acts.spec.ts',
  'test/http/live-accounts.spec.ts',
  'test/docs/try-call.spec.ts',
  'test/rooms/live/register-api/follow.spec.ts',
  'test/rooms/sites/site-readings.spec.ts',
  'test/cli/register/fetch.spec.ts',
  'src/jobs/retention/eraser.spec.ts',
  'test/rooms/jobs/faults/faults-of-ours.spec.ts',
  'test/console/own-browser.spec.ts',
  'test/http/live-news.spec.ts',
  'test/deployment/watching.spec.ts',
  'src/jobs/pages/pages.spec.ts',
  'test/rooms/transfer/random-logs.spec.ts',
  'test/http/models-and-listings.spec.ts',
  'test/rooms/billing/random-months.spec.ts',
  'test/scripts/mutate/mutate.spec.ts',
  'src/jobs/submit/submit-job.handler.spec.ts',
  'test/clients/typescript/customer.spec.ts',
  'test/deployment/chart.spec.ts',
  'test/http/resolve/200.spec.ts',
  'src/operator/statements/issue-statements.spec.ts',
  'test/processes/metrics-port.spec.ts',
  'test/rooms/sources/import-faults.spec.ts',
  'src/operator/statements/signing-keys.spec.ts',
  'test/console/sign-in-tries.spec.ts',
  'packages/enrichment/src/sources/accounts/accounts.source.spec.ts',
  'test/rooms/blocks/codes/blocks.spec.ts',
  'test/cli/erased-bytes.spec.ts',
  'test/stores/sqlite-read-models.spec.ts',
  'src/operator/adjustments/adjust-charges.spec.ts',
  'test/console/own-statements.spec.ts',
  'test/processes/tracing.spec.ts',
  'test/cli/statements.spec.ts',
  'test/docs/cli-doc.spec.ts',
  'test/console/pages.spec.ts',
  'test/rooms/sources/upgrade.spec.ts',
  'test/rooms/live/register-api/follow-every-stream.spec.ts',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const listed = LONGEST.indexOf(relative(context.config.rootDir, path));
      return listed === -1 ? LONGEST.length : listed;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
};
