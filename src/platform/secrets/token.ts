/** What a holder of a link or session has, and the hash that is kept of it. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 bits, in 43 characters. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256, hex: a token has too many bits to be guessed, so its hash needs no slowing down. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
