/** A body that is the same for all while the process lives: tagged once, compressed once in each coding. */
import { createHash } from 'node:crypto';
import { packed, type Coding } from './compression.js';
import { joined } from '../pieces.js';

/** Entity tags. They are weak, because the same answer may go out compressed or not. */
const TAG_CHARACTERS = 22;

/** A tag of any text or bytes that stand for an answer's content. */
export const tagOf = (content: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, TAG_CHARACTERS)}"`;

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** True if `If-None-Match` names this tag (RFC 9110, 13.1.2: weak comparison). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === opaque(tag));
}

export class Lasting {
  readonly tag: string;
  private readonly coded = new Map<Coding, Promise<Uint8Array>>();

  constructor(readonly bytes: Uint8Array) {
    this.tag = tagOf(bytes);
  }

  in(coding: Coding): Promise<Uint8Array> {
    let whole = this.coded.get(coding);
    if (whole === undefined) this.coded.set(coding, (whole = joined(packed([this.bytes], coding, 'small'))));
    return whole;
  }
}
