/**
 * A stand-in for a time-stamping authority (RFC 3161) on a port of its own. It answers rightly, or as wrongly
 * as a test says. Its keys in `test/fixtures/timestamps` are known to everybody.
 */
import { createHash, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  id_signedData,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  PKIStatusInfo,
  TSTInfo,
  TimeStampReq,
  TimeStampResp,
  TimeStampToken,
  id_ct_tstInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';

const FOLDER = join(__dirname, '..', '..', 'fixtures', 'timestamps');
const file = (name: string): Buffer => readFileSync(join(FOLDER, name));
/** The path of the root that the authority is under. */
export const ROOT_FILE = join(FOLDER, 'root.pem');
export const anchor = (name = 'root'): X509Certificate => new X509Certificate(file(`${name}.pem`));
/** What `openssl ts -reply` answered for `text.txt`, with a key of this kind. */
export const openssl = (kind: 'ecdsa' | 'rsa'): { readonly text: Buffer; readonly token: Buffer } => {
  const { timeStampToken } = AsnConvert.parse(file(`openssl-${kind}.tsr`), TimeStampResp);
  return { text: file('text.txt'), token: Buffer.from(AsnConvert.serialize(timeStampToken)) };
};

/** The octets of a DER value: a tag, a length and the content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const { length } = Buffer.concat(parts);
  return Buffer.concat([length < 128 ? Buffer.of(tag, length) : Buffer.of(tag, 0x81, length), ...parts]);
};
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** What is wrong with a token. */
export interface Wrongs {
  /** Signs with this certificate: `plain` is for code, `stranger-tsa` is under another root. */
  readonly signer?: 'tsa' | 'plain' | 'stranger-tsa';
  readonly time?: Date;
  readonly nonce?: Uint8Array | null;
  readonly text?: string;
  /** Hands out no certificate. */
  readonly bare?: boolean;
  /** Signs other bytes. */
  readonly forged?: boolean;
  /** Names another certificate than the one that signs. */
  readonly misnamed?: boolean;
}

/** The DER of a token. @param hashed the SHA-256 of the text */
export function tokenOf(hashed: Uint8Array, wrong: Wrongs = {}): TimeStampToken {
  const { signer = 'tsa', time = new Date(), nonce = null } = wrong;
  const certificate = anchor(signer);
  const parsed = AsnConvert.parse(certificate.raw, Certificate);
  const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });
  const stamp = new TSTInfo({ policy: '1.2.3.4.1', serialNumber: bufferOf(Buffer.of(7)), genTime: time });
  stamp.messageImprint.hashAlgorithm = sha256;
  stamp.messageImprint.hashedMessage = new OctetString(
    wrong.text === undefined ? hashed : createHash('sha256').update(wrong.text).digest(),
  );
  if (nonce !== null) stamp.nonce = bufferOf(nonce);
  const content = Buffer.from(AsnConvert.serialize(stamp));
  const named = createHash('sha256').update((wrong.misnamed === true ? anchor('middle') : certificate).raw);
  const certificates = der(0x30, der(0x30, der(0x30, der(0x04, named.digest()))));
  const attributes = [
    ['1.2.840.113549.1.9.3', Buffer.from('060b2a864886f70d0109100104', 'hex')],
    ['1.2.840.113549.1.9.4', der(0x04, createHash('sha256').update(content).digest())],
    ['1.2.840.113549.1.9.16.2.47', certificates],
  ].map(
    ([type, value]) =>
      new Attribute({ attrType: String(type), attrValues: [bufferOf(Buffer.from(value ?? ''))] }),
  );
  const info = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: parsed.tbsCertificate.issuer,
        serialNumber: parsed.tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm: sha256,
    signedAttrs: attributes,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' }),
  });
  const signed = der(0x31, ...attributes.map((one) => Buffer.from(AsnConvert.serialize(one))));
  const key = file(`${signer}.key.pem`);
  info.signature = new OctetString(sign('sha256', wrong.forged === true ? content : signed, key));
  const held =
    wrong.bare === true ? [] : [certificate, ...(signer === 'stranger-tsa' ? [] : [anchor('middle')])];
  const choices = held.map(
    ({ raw }) => new CertificateChoices({ certificate: AsnConvert.parse(raw, Certificate) }),
  );
  const data = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(content) }),
    }),
    certificates: new CertificateSet(choices),
    signerInfos: new SignerInfos([info]),
  });
  data.digestAlgorithms.push(sha256);
  const whole = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) });
  return AsnConvert.parse(AsnConvert.serialize(whole), TimeStampToken);
}

export class TimeAuthority {
  /** What is wrong with its tokens. */
  wrong: Wrongs = {};
  /** Answers in place of a token; `silent`: never. */
  instead: { readonly status: number; readonly body: Uint8Array } | 'silent' | null = null;
  /** PKIStatus: 0 is granted. */
  granted = 0;
  /** Content types of the requests. */
  readonly asked: unknown[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TimeAuthority> {
    const server = createServer((request, response) => void authority.answer(request, response));
    const authority = new TimeAuthority(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return authority;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tsa`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    this.asked.push(request.headers['content-type']);
    if (this.instead === 'silent') return;
    if (this.instead !== null) return void response.writeHead(this.instead.status).end(this.instead.body);
    const asked = AsnConvert.parse(Buffer.concat(parts), TimeStampReq);
    const nonce = asked.nonce === undefined ? null : new Uint8Array(asked.nonce);
    const hashed = new Uint8Array(asked.messageImprint.hashedMessage.buffer);
    const answer = new TimeStampResp({ status: new PKIStatusInfo({ status: this.granted }) });
    if (this.granted < 2) answer.timeStampToken = tokenOf(hashed, { nonce, ...this.wrong });
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
    response.end(Buffer.from(AsnConvert.serialize(answer)));
  }
}
