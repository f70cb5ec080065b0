/**
 * Checks time-stamp tokens: that an authority under a trust anchor says when a text was there (RFC 3161,
 * 2.4.2; RFC 5816; RFC 5652, 5.4 and 5.6). Whether a certificate was revoked is not asked.
 */
import { X509Certificate, constants, createHash, verify } from 'node:crypto';
import { Attribute, ContentInfo, SignedData, id_signedData, type SignerInfo } from '@peculiar/asn1-cms';
import {
  AsnArray,
  AsnConvert,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { TSTInfo, id_ct_tstInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier, BasicConstraints, Certificate, ExtendedKeyUsage } from '@peculiar/asn1-x509';
import type { Extension } from '@peculiar/asn1-x509';

/** The token proves nothing. The message is a clause that says why. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Digests by their object identifiers. None is weaker than SHA-256. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const ED25519 = '1.3.101.112';
/** Signature algorithms that name their digest. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const [KEY_USAGE, BASIC_CONSTRAINTS, POLICIES, EXTENDED_KEY_USAGE] = [15, 19, 32, 37].map(
  (n) => `2.5.29.${n}`,
);
const KNOWN_EXTENSIONS: ReadonlySet<unknown> = new Set([
  KEY_USAGE,
  BASIC_CONSTRAINTS,
  POLICIES,
  EXTENDED_KEY_USAGE,
]);
/** Certificates between the signer and an anchor. */
const LONGEST_CHAIN = 6;

/** ESSCertIDv2 of RFC 5816. */
class CertificateId {
  @AsnProp({ type: AlgorithmIdentifier, optional: true })
  hashAlgorithm?: AlgorithmIdentifier;
  @AsnProp({ type: OctetString })
  certHash = new OctetString();
  @AsnProp({ type: AsnPropTypes.Any, optional: true })
  issuerSerial?: ArrayBuffer;
}
class SigningCertificates {
  @AsnProp({ type: CertificateId, repeated: 'sequence' })
  certs: CertificateId[] = [];
  @AsnProp({ type: AsnPropTypes.Any, optional: true })
  policies?: ArrayBuffer;
}

/** The signed attributes as the set that is signed (RFC 5652, 5.4). */
@AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })
class SignedAttributes extends AsnArray<Attribute> {}

const bytesOf = (value: ArrayBuffer | OctetString | undefined): Buffer =>
  Buffer.from(value instanceof OctetString ? value.buffer : (value ?? new ArrayBuffer(0)));
const hashOf = (digest: string | undefined, bytes: Uint8Array): Buffer | null =>
  digest === undefined ? null : createHash(digest).update(bytes).digest();

function requires(isRight: boolean, why: string): asserts isRight {
  if (!isRight) throw new TokenError(why);
}

/**
 * The time that a token gives a text.
 * @param token the DER of a TimeStampToken
 * @param anchors the certificates that are trusted: of roots, or of the authority itself
 * @param nonce what the request held, without leading zeros; left out: any
 * @throws TokenError
 */
export function timeIn(
  token: Uint8Array,
  text: Uint8Array,
  anchors: readonly X509Certificate[],
  nonce?: Uint8Array,
): Date {
  try {
    return checked(token, text, anchors, nonce);
  } catch (error) {
    throw error instanceof TokenError ? error : new TokenError('it is no time-stamp token');
  }
}

function checked(
  token: Uint8Array,
  text: Uint8Array,
  anchors: readonly X509Certificate[],
  nonce: Uint8Array | undefined,
): Date {
  const info = AsnConvert.parse(token, ContentInfo);
  requires(info.contentType === id_signedData, 'it is not signed');
  const signed = AsnConvert.parse(info.content, SignedData);
  const content = bytesOf(signed.encapContentInfo.eContent?.single);
  requires(signed.encapContentInfo.eContentType === id_ct_tstInfo, 'it is no time stamp');
  const [signer] = signed.signerInfos;
  requires(signer !== undefined && signed.signerInfos.length === 1, 'it has not just one signer');
  const stamp = AsnConvert.parse(content, TSTInfo);
  const { hashAlgorithm, hashedMessage } = stamp.messageImprint;
  const expected = hashOf(DIGESTS[hashAlgorithm.algorithm], text);
  requires(expected?.equals(bytesOf(hashedMessage)) === true, 'it is for another text');
  const given = bytesOf(stamp.nonce);
  requires(nonce === undefined || Buffer.from(nonce).equals(given), 'it answers another request');
  requires(!stamp.extensions?.some(({ critical }) => critical), 'it has an extension that nobody here knows');
  const held = (signed.certificates ?? []).flatMap(({ certificate }) =>
    certificate === undefined ? [] : [new X509Certificate(bytesOf(AsnConvert.serialize(certificate)))],
  );
  const own = [...held, ...anchors].find((certificate) => isNamed(signer, certificate));
  requires(own !== undefined, "it has no certificate of its signer, or doesn't name it");
  requires(isSigned(signer, content, own), 'its signature is wrong');
  requires(mayStamp(own), 'its signer may not sign time stamps');
  const at = stamp.genTime;
  requires(leadsTo(anchors, own, held, at), 'no trust anchor leads to its signer, at the time that it gives');
  return at;
}

/** The one value of a signed attribute. */
function attribute({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer | undefined {
  const found = signedAttrs
    .filter(({ attrType }) => attrType === type)
    .flatMap(({ attrValues }) => attrValues);
  return found.length === 1 ? found[0] : undefined;
}

/** True if the signed attributes name this certificate by its hash: first the newer attribute, then SHA-1. */
function isNamed(signer: SignerInfo, { raw }: X509Certificate): boolean {
  const newer = attribute(signer, SIGNING_CERTIFICATE_V2);
  const older = attribute(signer, SIGNING_CERTIFICATE);
  const value = newer ?? older;
  const [first] = value === undefined ? [] : AsnConvert.parse(value, SigningCertificates).certs;
  if (first === undefined) return false;
  const named = first.hashAlgorithm === undefined ? 'sha256' : DIGESTS[first.hashAlgorithm.algorithm];
  return hashOf(newer === undefined ? 'sha1' : named, raw)?.equals(bytesOf(first.certHash)) === true;
}

function isSigned(signer: SignerInfo, content: Uint8Array, { publicKey }: X509Certificate): boolean {
  const [type, sum] = [attribute(signer, CONTENT_TYPE), attribute(signer, MESSAGE_DIGEST)];
  const digest = DIGESTS[signer.digestAlgorithm.algorithm];
  if (type === undefined || sum === undefined || digest === undefined) return false;
  const typed = AsnConvert.toString(type);
  const digested = bytesOf(AsnConvert.parse(sum, OctetString));
  if (!typed.includes(id_ct_tstInfo) || hashOf(digest, content)?.equals(digested) !== true) return false;
  const { algorithm } = signer.signatureAlgorithm;
  const named = SIGNATURES[algorithm] ?? ([RSA, RSA_PSS, ED25519].includes(algorithm) ? digest : undefined);
  if (named !== digest) return false;
  const attributes = bytesOf(AsnConvert.serialize(new SignedAttributes(signer.signedAttrs)));
  const padding = algorithm === RSA_PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  const key = { key: publicKey, ...padding };
  return verify(algorithm === ED25519 ? null : digest, attributes, key, bytesOf(signer.signature));
}

const extensionsOf = ({ raw }: X509Certificate): readonly Extension[] =>
  AsnConvert.parse(raw, Certificate).tbsCertificate.extensions ?? [];

/** RFC 3161, 2.3: the key is for time stamps and nothing else, and a reader must know it. */
function mayStamp(certificate: X509Certificate): boolean {
  const extension = extensionsOf(certificate).find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  if (extension?.critical !== true) return false;
  const purposes = AsnConvert.parse(extension.extnValue, ExtendedKeyUsage);
  return purposes.length === 1 && purposes[0] === TIME_STAMPING;
}

/** True if valid certificates lead from an anchor to this one (RFC 5280, 6, without revocation). */
function leadsTo(
  anchors: readonly X509Certificate[],
  certificate: X509Certificate,
  held: readonly X509Certificate[],
  at: Date,
  below = 0,
): boolean {
  const { validFrom, validTo, raw } = certificate;
  if (at < new Date(validFrom) || at > new Date(validTo)) return false;
  if (anchors.some((anchor) => anchor.raw.equals(raw))) return true;
  if (below > LONGEST_CHAIN || !extensionsOf(certificate).every(isKnown)) return false;
  return [...anchors, ...held].some(
    (issuer) =>
      issuer.ca &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      below <= longestBelow(issuer) &&
      leadsTo(anchors, issuer, held, at, below + 1),
  );
}

const isKnown = ({ critical, extnID }: Extension): boolean => !critical || KNOWN_EXTENSIONS.has(extnID);

/** The number of certificates that may stand between this issuer and a signer. */
function longestBelow(issuer: X509Certificate): number {
  const found = extensionsOf(issuer).find(({ extnID }) => extnID === BASIC_CONSTRAINTS);
  const constraints = found && AsnConvert.parse(found.extnValue, BasicConstraints);
  return constraints?.pathLenConstraint ?? LONGEST_CHAIN;
}
