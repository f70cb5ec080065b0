/**
 * Decodes e-mail addresses that Cloudflare hides. They are hexadecimal bytes. The first byte is the key with
 * which the others are XORed.
 */

const HEX = /^[0-9a-f]{6,600}$/i;

/** The decoded address; null: invalid. @param hidden the value of `data-cfemail` */
export function hiddenAddress(hidden: string): string | null {
  if (!HEX.test(hidden) || hidden.length % 2 === 1) return null;
  const bytes = Uint8Array.from({ length: hidden.length / 2 }, (_, at) =>
    Number.parseInt(hidden.slice(at * 2, at * 2 + 2), 16),
  );
  const key = bytes[0] ?? 0;
  const address = String.fromCharCode(...bytes.subarray(1).map((byte) => byte ^ key));
  return /^[\x21-\x7e]+$/.test(address) && address.includes('@') ? address : null;
}
