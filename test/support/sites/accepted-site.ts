/** A company whose website proves itself: what a record names it, and the crawl that is kept of it. */
import type { Facts } from '../../../packages/enrichment/src/blocks/runner/facts.js';
import type { BlockDefinition } from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import type { ChunkTerms } from '../../../packages/enrichment/src/blocks/runner/plan-blocks.js';
import type { Look } from '../../../packages/enrichment/src/blocks/runner/run-blocks.js';
import { grantOptions, type RequestedOptions } from '../../../packages/contract/src/options.js';
import type { ReadingName } from '../../../packages/enrichment/src/live/readings/readings.js';
import type { Listing } from '../../../packages/enrichment/src/live/providers/places/listings.js';
import type { ModelQuestion } from '../../../packages/enrichment/src/model-question.js';
import { readPage } from '../../../packages/enrichment/src/sites/page/read-page.js';
import type { SightingsOfNumber } from '../../../packages/enrichment/src/sites/phone-printing.js';
import type { PageReading, SiteReading } from '../../../packages/enrichment/src/sites/site-reading.js';
import { aSite } from '../a-site.js';
import { record, type RowOverrides } from '../basic-company-data.js';
import { aFact, runBlock } from '../run-block.js';

export const OWN_HOST = 'bramley-pumps.co.uk';
const OWN_NUMBER = '01234998';
const OWN_COMPANY = {
  CompanyName: 'BRAMLEY PUMPS LIMITED',
  CompanyNumber: OWN_NUMBER,
  'RegAddress.PostCode': 'LS13 4AB',
};
const FOOTER = `<footer>Bramley Pumps Limited. Registered in England and Wales No. ${OWN_NUMBER}.</footer>`;

/** A page of the site, read as it would be. */
const pageOf = (path: string, html: string): PageReading =>
  readPage({
    url: `https://${OWN_HOST}${path}`,
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(html),
    link_text: null,
  }).page;

/** Its pages by path; each ends with the company's number, which proves the site its own. */
export const ownSite = (
  pages: Readonly<Record<string, string>>,
  more: Partial<SiteReading> = {},
): SiteReading =>
  aSite({
    host: OWN_HOST,
    final_url: `https://${OWN_HOST}/`,
    pages: Object.entries(pages).map(([path, html]) => pageOf(path, `${html}${FOOTER}`)),
    ...more,
  });

export interface AskedOfSite {
  /** Null: nothing is kept, and nothing can be fetched. */
  readonly site: SiteReading | null;
  readonly facts?: Partial<Facts>;
  readonly options?: RequestedOptions;
  /** False: no record names a website. */
  readonly named?: boolean;
  readonly fetching?: ChunkTerms['fetching'];
  /** What business listings answer. Left out: they can't be asked. */
  readonly listings?: readonly Listing[];
  /** What a language model answers. Left out: none can be asked. */
  readonly model?: (question: ModelQuestion) => string;
  /** Told of each reading that is looked for. */
  readonly onAsked?: (name: ReadingName) => void;
  readonly request?: ChunkTerms['request'];
  /** What the register says beside its name, number and postcode. */
  readonly row?: RowOverrides;
  /** Crawls of other hosts that are kept. */
  readonly others?: readonly SiteReading[];
  /** On which sites numbers stand that several companies print. */
  readonly sharedPhones?: Readonly<Record<string, SightingsOfNumber>>;
}

const CHECKED = { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' } as const;

const ASKED_ON = '2026-11-21';

/** What providers answer, as readings that are there. */
const answersOf =
  ({ listings, model, onAsked }: Pick<AskedOfSite, 'listings' | 'model' | 'onAsked'>): Look =>
  ({ kind, key }) => {
    onAsked?.({ kind, key });
    if (kind === 'listing' && listings !== undefined)
      return { status: 'read', reading: { asked_on: ASKED_ON, listings }, checked: CHECKED };
    if ((kind !== 'second_reading' && kind !== 'rewriting') || model === undefined) return undefined;
    const content = model(JSON.parse(key) as ModelQuestion);
    return { status: 'read', reading: { asked_on: ASKED_ON, model: 'a-model', content }, checked: CHECKED };
  };

/** The envelope of a block over that company. */
export const answerOfSite = (
  block: BlockDefinition,
  { site, facts = {}, options = {}, named = true, fetching, request, ...more }: AskedOfSite,
) => {
  const { others = [], sharedPhones = {}, row, ...providers } = more;
  return runBlock(
    block,
    record({ ...OWN_COMPANY, ...row }),
    '2026-11-01',
    {
      website_records: aFact(
        named
          ? [
              {
                host: OWN_HOST,
                source: 'pay_gap_register' as const,
                url: `https://${OWN_HOST}/`,
                seen_on: '2025-04-01',
                not_own: null,
              },
            ]
          : [],
        '2026-10-01',
      ),
      ...facts,
    },
    0.5,
    Object.fromEntries(
      [
        ...[...(site === null ? [] : [site]), ...others].map((reading) => [reading.host, reading] as const),
        ...Object.entries(sharedPhones),
      ].map(([key, reading]) => [key, { status: 'read' as const, reading, checked: CHECKED }]),
    ),
    {
      options: grantOptions(options, 'resolve'),
      kept: answersOf(providers),
      ...(fetching !== undefined && { fetching }),
      ...(request !== undefined && { request }),
    },
  );
};
