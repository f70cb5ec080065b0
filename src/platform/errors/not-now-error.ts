/** Something can't be told truthfully at this moment, and may be in a little while: a client gets 503. */
export class NotNowError extends Error {
  override readonly name: string = 'NotNowError';
}
