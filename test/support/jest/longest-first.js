/**
 * The order of suites: the longest first, so that none of them is left for one process at the end. Jest orders by how long
 * each took last; where it does not know that, as in a fresh copy, it goes by the size of files, which says little of suites
 * that start processes or wait for time-outs. Those are named here, the longest first; after them comes jest's own order.
 */
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes ten seconds or more on two cores. */
const LONGEST = [
  'test/faults/every-append.spec.ts',
  'test/processes/live-worker.spec.ts',
  'test/processes/on-stand-ins/outage.spec.ts',
  'test/demo.spec.ts',
  'packages/eventstoredb-stand-in/test/conformance.spec.ts',
  'packages/mongodb-stand-in/test/conformance.spec.ts',
  'test/processes/kill-nine.spec.ts',
  'test/stores/mongodb/outages.spec.ts',
  'test/stores/mongodb/contract.spec.ts',
  'test/scripts/new/additions.spec.ts',
  'test/jobs/live-register.spec.ts',
  'test/console/browser.spec.ts',
  'test/processes/on-stand-ins/roles-on-many-processes.spec.ts',
  'test/processes/late-worker.spec.ts',
  'test/processes/poison-row.spec.ts',
  'test/processes/graceful-stop.spec.ts',
  'test/processes/soak.spec.ts',
  'test/cli/beside-service.spec.ts',
  'test/faults/random-life.spec.ts',
  'test/stores/eventstoredb/write-faults.spec.ts',
  'test/http/submit/intake-host.spec.ts',
  'test/http/edge/two-processes.spec.ts',
  'test/processes/upgrade.spec.ts',
  'test/http/resolve/404-409-502.spec.ts',
  'test/stores/eventstoredb/contract.spec.ts',
  'test/processes/full-disk.spec.ts',
  'test/http/submit/429.spec.ts',
  'test/console/killed-acts.spec.ts',
  'test/http/resolve/200.spec.ts',
  'test/cli/statements.spec.ts',
  'test/http/usage/200.spec.ts',
  'src/verify/portions.spec.ts',
  'test/docs/disputes-doc.spec.ts',
  'test/register-api/follow.spec.ts',
  'test/register-api/fetch.spec.ts',
  'packages/mongodb-stand-in/test/stand-in.spec.ts',
  'src/jobs/resolve/replays.spec.ts',
  'test/jobs/live-accounts.spec.ts',
  'test/jobs/live-news.spec.ts',
  'test/docs/try-call.spec.ts',
  'src/access/gate/shared-allowances.spec.ts',
  'src/jobs/worker/dying-workers.spec.ts',
  'test/jobs/every-kind.spec.ts',
  'test/codes/blocks.spec.ts',
  'test/cli/backup.spec.ts',
  'test/architecture/pure.spec.ts',
  'test/register/import-faults.spec.ts',
  'test/http/fuzz.spec.ts',
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
