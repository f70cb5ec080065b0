/** Declares the settings of the live register (Contract 7.1). Addresses have no closing slash. */
import { number, providerKey, providerUrl, setting } from './setting-forms.js';

export const REGISTER_SETTINGS = {
  /** Key of the REST and document API; null: the live register isn't asked. */
  key: setting('REGISTER_API_KEY', providerKey),
  /** Key of the streaming API, which takes no other key; null: the streams aren't followed. */
  streamKey: setting('REGISTER_STREAM_KEY', providerKey),
  apiUrl: setting('REGISTER_API_URL', providerUrl('https://api.company-information.service.gov.uk')),
  documentApiUrl: setting(
    'REGISTER_DOCUMENT_API_URL',
    providerUrl('https://document-api.company-information.service.gov.uk'),
  ),
  streamUrl: setting('REGISTER_STREAM_URL', providerUrl('https://stream.companieshouse.gov.uk')),
  /** Requests of all processes together in any five minutes. */
  requestsPer5Minutes: setting(
    'REGISTER_REQUESTS_PER_5_MINUTES',
    number({ from: 1, to: 1_000_000, integer: true }, 600),
  ),
};
