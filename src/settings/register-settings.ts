/** Settings of the public register that is asked live (Contract 7.1). Addresses are without a closing slash. */
import { number, providerKey, providerUrl, setting, type Read } from './setting-forms.js';

export const REGISTER = {
  /** Of its REST and document API; null: it isn't asked. */
  key: setting('REGISTER_API_KEY', providerKey),
  /** Of its streaming API, which takes no other; null: it isn't followed. */
  streamKey: setting('REGISTER_STREAM_KEY', providerKey),
  apiUrl: setting('REGISTER_API_URL', providerUrl('https://api.company-information.service.gov.uk')),
  documentApiUrl: setting(
    'REGISTER_DOCUMENT_API_URL',
    providerUrl('https://document-api.company-information.service.gov.uk'),
  ),
  streamUrl: setting('REGISTER_STREAM_URL', providerUrl('https://stream.companieshouse.gov.uk')),
  /** In any five minutes, of all processes together. */
  requestsPer5Minutes: setting(
    'REGISTER_REQUESTS_PER_5_MINUTES',
    number({ from: 1, to: 1_000_000, integer: true }, 600),
  ),
};

export type RegisterApiSettings = Read<typeof REGISTER>;
