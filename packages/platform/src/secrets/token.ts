/** The token of a link or session, and the hash of it that is stored. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 bits, in 43 characters. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256, hex. A token has too many bits to be guessed, so its hash may be fast. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
