/** Asks an authority for a time stamp over HTTP (RFC 3161, 2.4 and 3.4). */
import { hash, randomBytes, type X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import type { HttpDoor } from '../http-client/http-door.js';
import { TokenError, timeIn } from './token.js';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 8;
/** A token with a chain of RSA certificates has some 6 KB. */
const MAX_BYTES = 65_536;
const OK = 200;

/**
 * @returns the DER of a TimeStampToken, and its time
 * @throws TokenError where what comes proves nothing; ExchangeFailed where nobody answers
 */
export async function stampedBy(
  door: HttpDoor,
  url: URL,
  text: Uint8Array,
  anchors: readonly X509Certificate[],
  signal: AbortSignal,
): Promise<{ readonly token: Buffer; readonly time: Date }> {
  const nonce = randomBytes(NONCE_BYTES);
  // A number above nought without leading zeros, as DER writes it.
  nonce[0] = 1 + ((nonce[0] ?? 0) % 0x7f);
  const request = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null }),
      hashedMessage: new OctetString(hash('sha256', text, 'buffer')),
    }),
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  });
  const { status, bytes } = await door.exchange({
    url,
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(AsnConvert.serialize(request)),
    most: MAX_BYTES,
    signal,
  });
  if (status !== OK) throw new TokenError(`it answers ${status}`);
  const token = tokenOf(bytes);
  return { token, time: timeIn(token, text, anchors, nonce) };
}

function tokenOf(bytes: Uint8Array): Buffer {
  let answer: TimeStampResp;
  try {
    answer = AsnConvert.parse(bytes, TimeStampResp);
  } catch {
    throw new TokenError('it does not answer as RFC 3161 says');
  }
  const { status } = answer.status;
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
    throw new TokenError(`it refuses with the status ${String(Number(status))}`);
  if (answer.timeStampToken === undefined) throw new TokenError('it answers without a token');
  return Buffer.from(AsnConvert.serialize(answer.timeStampToken));
}
