/** A compose file as tests read it: anchors resolved, variables replaced by their defaults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const ROOT = join(__dirname, '..', '..');

const scalar = z.union([z.string(), z.number()]).transform(String);

const service = z.object({
  image: z.string(),
  /** Started only where one of them is asked for. */
  profiles: z.array(z.string()).default([]),
  build: z.string().optional(),
  pull_policy: z.string().optional(),
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
  services: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.null()),
});

const extended = z.strictObject({ extends: z.strictObject({ file: z.string(), service: z.string() }) });

export type ComposeService = z.output<typeof service>;
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

export function composeFile(name: string): ComposeFile {
  const text = readFileSync(join(ROOT, name), 'utf8').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  if (text.includes('${')) throw new Error(`${name} has a variable without a default`);
  const { services, volumes } = file.parse(parse(text, { merge: true }));
  const read = Object.entries(services).map(([of, one]) => [of, serviceOf(one)] as const);
  return { services: Object.fromEntries(read), volumes };
}

/** One that says no more than which of another file it is, is that one. */
function serviceOf(one: unknown): ComposeService {
  const { data } = extended.safeParse(one);
  if (data === undefined) return service.parse(one);
  const other = composeFile(data.extends.file).services[data.extends.service];
  if (other === undefined) throw new Error(`${data.extends.file} has no ${data.extends.service}`);
  return other;
}

/** Those that start by themselves. */
export const withoutProfile = ({ services }: ComposeFile): Readonly<Record<string, ComposeService>> =>
  Object.fromEntries(Object.entries(services).filter(([, { profiles }]) => profiles.length === 0));

/** Those that run this product, by name. */
export const ours = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image.startsWith('company-data:'));

/** Names of hosts in a connection string. */
export const hostsIn = (url = ''): string[] =>
  (/^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? '')
    .split(',')
    .map((host) => host.replace(/:\d+$/, ''));
