/**
 * Writes and reads the text of a customer's account link: `svc_own_`, the account's number, an underscore and
 * the secret of 43 characters. The text begins like an API key, so code that removes the secrets of keys from
 * texts also removes the secret of a link.
 */
import { parseAccountId, type AccountId } from '../../packages/contract/src/ids.js';

export interface AccountLinkText {
  readonly account: AccountId;
  /** The secret is never logged or stored. Only its keyed hash is stored. */
  readonly secret: string;
}

const LINK_FORM = /^svc_own_(\d{4,12})_([A-Za-z0-9_-]{43})$/;

export const formatAccountLink = ({ account, secret }: AccountLinkText): string =>
  `svc_own_${account}_${secret}`;

/** Returns the parts of a link, or null if the text has another form. */
export function parseAccountLink(text: string): AccountLinkText | null {
  const [, number = '', secret = ''] = LINK_FORM.exec(text) ?? [];
  const account = parseAccountId(number);
  return account === null ? null : { account, secret };
}
