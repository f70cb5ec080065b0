/** Defines the source of cohorts, which nobody publishes: they are made of other sources' editions. */
import { defineSource } from '../define-source.js';
import { ImportRefusal } from '../kit/editions/import-outcome.js';
import { COHORTS_LAYOUT, CohortsEdition } from './cohorts.edition.js';

const refuseFiles = (): Promise<never> =>
  Promise.reject(
    new ImportRefusal('wrong_header', 'cohorts are made of other editions: run register cohorts'),
  );

export const cohorts = defineSource({
  name: 'cohorts',
  // Blocks get cohorts joined with the company's own figures.
  fact: null,
  stale_after_days: 92,
  importer: {
    layout: COHORTS_LAYOUT,
    updates: false,
    // An old edition is not rewritten. `register cohorts` makes new cohorts from the editions in force.
    rewriting: { takes: (layout) => layout < COHORTS_LAYOUT, build: refuseFiles },
    build: refuseFiles,
  },
  open: (path, withheld) => CohortsEdition.open(path, withheld),
});
