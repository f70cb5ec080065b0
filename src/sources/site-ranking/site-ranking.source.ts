/** Rankings of websites by popularity, such as the Tranco list. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { rankLines, type RankRecord } from './rank-lines.js';

export const siteRanking = defineRecordSource<RankRecord>()({
  name: 'site_ranking',
  // Found by host and not by company number: a joined fact asks for it.
  fact: null,
  // Published every day; a month allows for files that are fetched by hand.
  stale_after_days: 31,
  finder: { not_published: 'Lists are published under licences that differ: choose one, and import it.' },
  layout: 1,
  forms: [rankLines],
});
