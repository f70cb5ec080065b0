/** A body that is the same for all while the process lives: tagged once, compressed once in each coding. */
import { packed, type Coding } from './compression.js';
import { tagOf } from '../etag.js';
import { joined } from '../pieces.js';

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
