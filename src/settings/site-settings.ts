/** The settings of the crawler: who runs it, and where it looks names up (Contract 10.8). */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Resolver } from 'node:dns';
import { z } from 'zod';
import { errorMessage } from '../platform/errors/error-code.js';
import type { SiteHost, SiteHosts } from '../sites/fetch/site-hosts.js';

/** Websites of companies, read live. */
export interface SiteSettings {
  /** A URL or e-mail address that stands in the crawler's User-Agent; null: no website is read. */
  readonly contact: string | null;
  readonly hosts: SiteHosts;
  /** Addresses with ports; null: the system's. */
  readonly dnsServers: readonly string[] | null;
}

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/;
const VISIBLE = /^[!#-'*-;=?-Z_a-z~[\]]{1,200}$/;

const isContact = (text: string): boolean =>
  VISIBLE.test(text) && (EMAIL.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text)));

export const crawlerContact = z
  .string()
  .trim()
  .refine(isContact, 'must be a URL or an e-mail address')
  .optional();

function areServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return servers.length > 0;
  } catch {
    return false;
  }
}

export const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine(areServers, 'must be a list of addresses of numbers, with or without a port')
  .optional();

const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})+$/;
const names = z.array(z.string().max(500)).max(20).default([]);

/** `127.0.0.1:8081`, `[::1]:8081`. */
const place = z.string().transform((text, context): Pick<SiteHost, 'address' | 'port'> => {
  const colon = text.lastIndexOf(':');
  const address = text.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, '$1');
  const port = Number(text.slice(colon + 1));
  if (isIP(address) !== 0 && Number.isInteger(port) && port > 0 && port < 65_536) return { address, port };
  context.addIssue('must be an address of numbers with a port, as in 127.0.0.1:8081');
  return z.NEVER;
});

const LISTED = z.record(
  z.string().regex(HOST, 'must be a host in lower case with a dot in it'),
  z.strictObject({ address: place, tls: z.boolean().default(false), mx: names, txt: names, ns: names }),
);

/**
 * The hosts of a file of `SITE_HOSTS`.
 * @throws Error with a part of a sentence: what is wrong with the file
 */
export function siteHosts(file: string): SiteHosts {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`can't be read: ${errorMessage(error)}`, { cause: error });
  }
  const parsed = LISTED.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(' ') ?? '';
    throw new Error(`has a fault${where === '' ? '' : ` at ${where}`}: ${issue?.message ?? 'unknown'}`);
  }
  return Object.fromEntries(
    Object.entries(parsed.data).map(([host, { address, ...more }]) => [host, { ...address, ...more }]),
  );
}
