/** Defines the source of rankings of websites by popularity, such as the Tranco list: `rank,domain`. */
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import { CsvRecordReader } from '../kit/editions/csv-records.js';
import {
  readOrReject,
  UnreadableRecord,
  type Form,
  type FormContext,
  type TextReader,
} from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { wholeNumberOf } from '../kit/records/values.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';

export interface RankRecord {
  /** The rank, from 1. */
  readonly rank: number;
}

const HEADER = /^\uFEFF?"?rank"?,"?domain"?$/i;
const FIRST_LINE = /^\uFEFF?(?:"?rank"?,"?domain"?|"?\d{1,9}"?,"?[^\s",]+"?)\r?(?:\n|$)/i;

/** The entry of a line. A host has an item for each list's day. @throws UnreadableRecord */
function entryOf([rankText = '', domain = '', ...extraCells]: readonly string[], version: string): Entry {
  const rank = wholeNumberOf(rankText.replace(/^\uFEFF/, '').trim());
  if (rank === null || rank < 1 || extraCells.length > 0)
    throw new UnreadableRecord('the row is not a rank and a domain');
  const subject = hostOf(domain);
  if (subject === null) throw new UnreadableRecord(`'${domain.slice(0, 60)}' is not the host of a website`);
  const data: RankRecord = { rank };
  return { kind: 'put', subject, list: 'ranks', key: version, version, data };
}

class RankLines implements TextReader {
  private readonly records = new CsvRecordReader((record) => {
    if ('problem' in record) this.context.sink.reject(record.line, record.problem);
    else if (record.line > 1 || !HEADER.test(record.cells.join(',')))
      readOrReject(this.context, record.line, () => [entryOf(record.cells, this.context.version)]);
  });

  constructor(private readonly context: FormContext) {}

  push(text: string): void {
    this.records.push(text);
  }

  end(): void {
    this.records.end();
  }
}

const rankLines: Form = {
  name: 'a ranking of sites, CSV of rank and domain',
  partial: false,
  isOfRows: true,
  recognises: (head) => FIRST_LINE.test(head),
  open: (context) => new RankLines(context),
};

export const siteRanking = defineRecordSource<RankRecord>()({
  name: 'site_ranking',
  // A joined fact finds ranks by host, not by company number.
  fact: null,
  // Lists are published every day; a month allows for files that are fetched by hand.
  stale_after_days: 31,
  finder: { not_published: 'Lists are published under licences that differ: choose one, and import it.' },
  layout: 1,
  forms: [rankLines],
});
