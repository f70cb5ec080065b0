/** A setting is wrong; the message is the one line to show. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
