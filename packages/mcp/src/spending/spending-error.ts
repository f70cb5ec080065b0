/** The record of what was spent can't be kept, so nothing may be spent. */
export class SpendingFileError extends Error {
  constructor(file: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The record of what was spent (${file}) can't be used, so nothing is spent: ${why}`, { cause });
    this.name = 'SpendingFileError';
  }
}

/** Of an error of Node, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
