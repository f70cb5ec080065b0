/** Settings of the public register that is asked live (Contract 7.1). */
import type { z } from 'zod';
import { number, providerKey, providerUrl } from './setting-forms.js';

/** The public register, asked live. Addresses are without a closing slash. */
export interface RegisterApiSettings {
  /** Of its REST and document API; null: it isn't asked. */
  readonly key: string | null;
  /** Of its streaming API, which takes no other; null: it isn't followed. */
  readonly streamKey: string | null;
  readonly apiUrl: string;
  readonly documentApiUrl: string;
  readonly streamUrl: string;
  /** In any five minutes, of all processes together. */
  readonly requestsPer5Minutes: number;
}

export const REGISTER_VARIABLES = {
  REGISTER_API_KEY: providerKey,
  REGISTER_STREAM_KEY: providerKey,
  REGISTER_API_URL: providerUrl('https://api.company-information.service.gov.uk'),
  REGISTER_DOCUMENT_API_URL: providerUrl('https://document-api.company-information.service.gov.uk'),
  REGISTER_STREAM_URL: providerUrl('https://stream.companieshouse.gov.uk'),
  REGISTER_REQUESTS_PER_5_MINUTES: number({ from: 1, to: 1_000_000, integer: true }, 600),
};

export const registerApi = (
  values: z.output<z.ZodObject<typeof REGISTER_VARIABLES>>,
): RegisterApiSettings => ({
  key: values.REGISTER_API_KEY ?? null,
  streamKey: values.REGISTER_STREAM_KEY ?? null,
  apiUrl: values.REGISTER_API_URL,
  documentApiUrl: values.REGISTER_DOCUMENT_API_URL,
  streamUrl: values.REGISTER_STREAM_URL,
  requestsPer5Minutes: values.REGISTER_REQUESTS_PER_5_MINUTES,
});
