/** Cohorts of companies of one trade and size. Nobody publishes them: they are made of editions of other sources. */
import { defineSource } from '../define-source.js';
import { ImportRefusal } from '../kit/editions/import-outcome.js';
import { COHORTS_LAYOUT, CohortsEdition } from './cohorts.edition.js';

export const cohorts = defineSource({
  name: 'cohorts',
  // What blocks are given of them is joined with the company's own figures.
  fact: null,
  stale_after_days: 92,
  importer: {
    layout: COHORTS_LAYOUT,
    updates: false,
    build: () =>
      Promise.reject(
        new ImportRefusal('wrong_header', 'cohorts are made of other editions: run register cohorts'),
      ),
  },
  open: (path, withheld) => CohortsEdition.open(path, withheld),
});
