/** Keeps secrets out of logs, whatever a line was made from. */

/** A token, or a link that opens like one, in any text. Its id may be shown, the rest not (Contract 4.1). */
const TOKEN = /(svc_(?:(?:live|test)_[A-Za-z0-9]{0,12}|own_\d{0,12}))[^\s"'\\,;<>]*/g;
/** The credentials of a connection string of any scheme. Each try ends before the next `://`: linear. */
const URL_CREDENTIALS = /(:\/\/)[^\s/"@]+@/g;

/** The text with every access token cut to its id. */
export const cutTokens = (text: string): string => (text.includes('svc_') ? text.replace(TOKEN, '$1') : text);

/** Also cuts the credentials out of every connection string. */
export const redact = (text: string): string => {
  const tokenless = cutTokens(text);
  return tokenless.includes('://') ? tokenless.replace(URL_CREDENTIALS, '$1***@') : tokenless;
};
