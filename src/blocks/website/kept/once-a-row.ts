/** What many blocks of a row ask about its website, with one of a few readers: made once for all who ask alike. */
import { rememberedWith } from '../../../shared/remembered.js';
import type { WebsiteGiven } from '../looked-website.js';

type Reads = 'site' | 'site_verdict' | 'second_reading' | 'web_search';

/** All that an answer is made of, beside the company. A reader that is the same one reads the same of a row. */
interface Asked
  extends
    Pick<WebsiteGiven, 'website_records' | 'office_crowd' | 'officers' | 'owners' | 'options'>,
    Pick<WebsiteGiven['readings'], Reads> {
  readonly search: WebsiteGiven['request']['search'];
  readonly asked_host: string | undefined;
}

const askedWith = (given: WebsiteGiven): Asked => ({
  website_records: given.website_records,
  office_crowd: given.office_crowd,
  officers: given.officers,
  owners: given.owners,
  options: given.options,
  site: given.readings.site,
  site_verdict: given.readings.site_verdict,
  second_reading: given.readings.second_reading,
  web_search: given.readings.web_search,
  search: given.request.search,
  asked_host: given.request.asked_host,
});

/** Field by field: it is asked some twenty times a row, and so nothing is made to compare it. */
const isAskedWith = (asked: Asked, given: WebsiteGiven): boolean =>
  asked.site === given.readings.site &&
  asked.site_verdict === given.readings.site_verdict &&
  asked.second_reading === given.readings.second_reading &&
  asked.web_search === given.readings.web_search &&
  asked.search === given.request.search &&
  asked.asked_host === given.request.asked_host &&
  asked.options === given.options &&
  asked.website_records === given.website_records &&
  asked.office_crowd === given.office_crowd &&
  asked.officers === given.officers &&
  asked.owners === given.owners;

/** Keeps the answers of a row as long as what is known of its company, which is one object a row. */
export const onceARow = <T>(make: (given: WebsiteGiven) => T): ((given: WebsiteGiven) => T) =>
  rememberedWith(
    { keyOf: ({ company }: WebsiteGiven) => company, partsOf: askedWith, areOf: isAskedWith },
    make,
  );
