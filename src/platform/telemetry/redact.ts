/** Keeps secrets out of logs, whatever a line was made from. */

/** An API key as it may stand in any text: environment and id may be shown, what follows may not (Contract 4). */
const API_KEY = /(svc_(?:live|test)_[A-Za-z0-9]{0,12})[^\s"'\\,;<>]*/g;
/** The credentials of a connection string. */
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/"@]+@/gi;

/** The text with every API key cut to its id and every connection string without its credentials. */
export const redact = (text: string): string => {
  const keyless = text.includes('svc_') ? text.replace(API_KEY, '$1') : text;
  return keyless.includes('://') ? keyless.replace(URL_CREDENTIALS, '$1***@') : keyless;
};
