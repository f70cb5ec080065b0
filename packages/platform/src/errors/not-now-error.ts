/** Thrown where no true answer is possible now, but may be soon. The client gets 503. */
export class NotNowError extends Error {
  override readonly name: string = 'NotNowError';
}
