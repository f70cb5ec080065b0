/** Where the published files are that `register sync` fetches (Contract 7.1). */
import type { z } from 'zod';
import { providerKey, providerUrl } from './setting-forms.js';

export interface PublisherSettings {
  /** Without a closing slash. */
  readonly urls: {
    readonly companies_house: string;
    readonly statistics: string;
    readonly entity_ids: string;
    readonly pay_gap: string;
    readonly land_registry: string;
    readonly open_contracting: string;
  };
  /** Of the account at HM Land Registry; null: its files aren't fetched. */
  readonly landRegistryKey: string | null;
}

export const PUBLISHER_VARIABLES = {
  COMPANIES_HOUSE_FILES_URL: providerUrl('https://download.companieshouse.gov.uk'),
  POSTCODES_URL: providerUrl('https://www.arcgis.com'),
  ENTITY_IDS_URL: providerUrl('https://goldencopy.gleif.org'),
  PAY_GAP_URL: providerUrl('https://gender-pay-gap.service.gov.uk'),
  HMLR_API_URL: providerUrl('https://use-land-property-data.service.gov.uk'),
  OPEN_CONTRACTING_URL: providerUrl('https://data.open-contracting.org'),
  HMLR_API_KEY: providerKey,
};

export const publisherSettings = (
  values: z.output<z.ZodObject<typeof PUBLISHER_VARIABLES>>,
): PublisherSettings => ({
  urls: {
    companies_house: values.COMPANIES_HOUSE_FILES_URL,
    statistics: values.POSTCODES_URL,
    entity_ids: values.ENTITY_IDS_URL,
    pay_gap: values.PAY_GAP_URL,
    land_registry: values.HMLR_API_URL,
    open_contracting: values.OPEN_CONTRACTING_URL,
  },
  landRegistryKey: values.HMLR_API_KEY ?? null,
});
