/** Keeps secrets out of logs, whatever a line was made from. */

/** An access token, or a link that opens as one does, as it may stand in any text: its id may be shown, what follows may not (Contract 4.1). */
const TOKEN = /(svc_(?:(?:live|test)_[A-Za-z0-9]{0,12}|own_\d{0,12}))[^\s"'\\,;<>]*/g;
/** The credentials of a connection string, whatever its scheme. Every try ends before the next `://`: linear. */
const URL_CREDENTIALS = /(:\/\/)[^\s/"@]+@/g;

/** The text with every access token cut to its id. */
export const cutTokens = (text: string): string => (text.includes('svc_') ? text.replace(TOKEN, '$1') : text);

/** The same, and every connection string without its credentials. */
export const redact = (text: string): string => {
  const tokenless = cutTokens(text);
  return tokenless.includes('://') ? tokenless.replace(URL_CREDENTIALS, '$1***@') : tokenless;
};
