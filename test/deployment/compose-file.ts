/** A compose file as tests read it: anchors resolved, variables replaced by their defaults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = join(__dirname, '..', '..');

const scalar = z.union([z.string(), z.number()]).transform(String);

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  user: z.string().optional(),
  privileged: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  scale: z.number().optional(),
  command: z.array(z.string()).optional(),
  restart: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  environment: z.record(z.string(), scalar).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const file = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

export type ComposeService = z.output<typeof service>;
export type ComposeFile = z.output<typeof file>;

export function composeFile(name: string): ComposeFile {
  const text = readFileSync(join(ROOT, name), 'utf8').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  if (text.includes('${')) throw new Error(`${name} has a variable without a default`);
  return file.parse(parse(text, { merge: true }));
}

/** Those that run this product, by name. */
export const ours = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image.startsWith('company-data:'));

/** Names of hosts in a connection string. */
export const hostsIn = (url = ''): string[] =>
  (/^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? '')
    .split(',')
    .map((host) => host.replace(/:\d+$/, ''));
