/** Hosts of a published list that were judged by hand (`test/fixtures/websites`), and how often such a list is right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { notOwnSite } from '../../../packages/words/src/hosts/not-own-sites.js';

const FILE = join(__dirname, '../../fixtures/websites/pay-gap-hosts.csv');

export const VERDICTS = ['own', 'group brand', 'public body', 'other', "can't be told"] as const;

export interface ListedHost {
  readonly company_number: string;
  readonly employer: string;
  readonly host: string;
  /** Of the whole list. */
  readonly employers_that_name_it: string;
  readonly verdict: (typeof VERDICTS)[number];
  readonly how: string;
}

/** In the order in which they were drawn. */
export const LISTED_HOSTS: readonly ListedHost[] = Papa.parse<ListedHost>(readFileSync(FILE, 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data;

/** Hosts that nobody's own website is are no candidates. */
export const isCandidate = ({ host }: ListedHost): boolean => notOwnSite(host) === null;

/** Of the candidates, how many are the company's own for certain, and at most. */
export function ownAmong(hosts: readonly ListedHost[]): { candidates: number; own: number; atMost: number } {
  const candidates = hosts.filter(isCandidate);
  const counted = (...verdicts: ListedHost['verdict'][]): number =>
    candidates.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    candidates: candidates.length,
    own: counted('own'),
    atMost: counted('own', "can't be told"),
  };
}
