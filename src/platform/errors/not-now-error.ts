/** Something can't be answered truthfully at this moment, but may be soon: a client gets 503. */
export class NotNowError extends Error {
  override readonly name: string = 'NotNowError';
}
