/** Declares the settings of the publishers whose files `register sync` fetches (Contract 7.1). */
import { providerKey, providerUrl, setting } from './setting-forms.js';

export const PUBLISHER_SETTINGS = {
  /** Base addresses by publisher, without a closing slash. */
  urls: {
    companies_house: setting(
      'COMPANIES_HOUSE_FILES_URL',
      providerUrl('https://download.companieshouse.gov.uk'),
    ),
    statistics: setting('POSTCODES_URL', providerUrl('https://www.arcgis.com')),
    entity_ids: setting('ENTITY_IDS_URL', providerUrl('https://goldencopy.gleif.org')),
    pay_gap: setting('PAY_GAP_URL', providerUrl('https://gender-pay-gap.service.gov.uk')),
    land_registry: setting('HMLR_API_URL', providerUrl('https://use-land-property-data.service.gov.uk')),
    open_contracting: setting('OPEN_CONTRACTING_URL', providerUrl('https://data.open-contracting.org')),
  },
  /** The key of the account at HM Land Registry; null: its files aren't fetched. */
  landRegistryKey: setting('HMLR_API_KEY', providerKey),
};
