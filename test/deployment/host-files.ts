/** Reads the files of `deploy/proxy` and `deploy/systemd`, and says where they differ from the program. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_DEFAULTS, SETTING_NAMES } from '../../src/settings/settings.js';
import { OWN_PATH } from '../../src/console/own/own-paths.js';
import { ROOT } from './compose-file.js';

export const hostFile = (...path: string[]): string =>
  readFileSync(join(ROOT, 'deploy', ...path), 'utf8').replace(/^\s*#.*$/gm, '');

/** The default of a setting, as text. */
const byDefault = (name: string): string => SETTING_DEFAULTS[name] ?? '';
const API = `${byDefault('HOST')}:${byDefault('PORT')}`;
const CONSOLE = `${byDefault('CONSOLE_HOST')}:${byDefault('CONSOLE_PORT')}`;
/** The API's largest body in bytes. A megabyte of `MAX_BODY_MB` has 1024 x 1024 bytes, as nginx's `m`. */
const MAX_BODY = Number(byDefault('MAX_BODY_MB')) * 1024 * 1024;
const OPEN_PATHS = [OWN_PATH, `${OWN_PATH}/`, '/assets/'];

const UNITS: Readonly<Record<string, number>> = { k: 1024, KiB: 1024, m: 1024 ** 2, MiB: 1024 ** 2 };
const bytesOf = (text: string): number => {
  const [, count, unit = ''] = /^(\d+)(\w*)$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? NaN);
};

const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);
/** The text between the braces behind `head`, with braces inside it. */
function block(text: string, head: string): string {
  const from = text.indexOf('{', text.indexOf(head));
  if (!text.includes(head)) return '';
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(from + 1, at);
  }
  return '';
}

/** The TLS server of a name. */
const nginxServer = (text: string, name: string): string =>
  text
    .split(/^server \{/m)
    .find((part) => part.includes(`server_name ${name};`) && part.includes('listen 443 ssl')) ?? '';

/** What is wrong with a configuration of nginx; one sentence each. */
export function nginxFaults(text: string): string[] {
  const upstream = (name: string): string =>
    /server (\S+);/.exec(block(text, `upstream ${name} `))?.[1] ?? '';
  const api = nginxServer(text, 'api.example.co.uk');
  const pages = nginxServer(text, 'console.example.co.uk');
  const passing = [api, pages].flatMap((server) => [
    ...unless(/proxy_buffering off;/.test(server), 'answers are buffered'),
    ...unless(server.includes('X-Forwarded-For $proxy_add_x_forwarded_for;'), "the client's address is lost"),
    ...unless(server.includes('X-Forwarded-Proto $scheme;'), 'the console sees no TLS'),
    ...unless(server.includes('Host $http_host;'), 'the console sees no port of its address'),
    ...unless(server.includes('proxy_http_version 1.1;'), 'connections are not kept'),
    ...unless(
      Number(/proxy_read_timeout (\d+)s;/.exec(server)?.[1]) > Number(byDefault('RESOLVE_TIMEOUT_SECONDS')),
      'a slow answer is cut',
    ),
  ]);
  const opened = [...pages.matchAll(/location (?:= )?(\S+) \{([^}]*)\}/g)];
  const toAll = opened.filter(([, , body = '']) => !body.includes('deny all;')).map(([, path]) => path);
  return [
    ...unless(upstream('company-data-api') === API, `the API is not at ${API}`),
    ...unless(upstream('company-data-console') === CONSOLE, `the console is not at ${CONSOLE}`),
    ...passing,
    ...unless(api.includes('proxy_request_buffering off;'), 'submissions are kept on the disk'),
    ...unless(
      bytesOf(/client_max_body_size (\w+);/.exec(api)?.[1] ?? '') === MAX_BODY,
      'bodies have another limit',
    ),
    ...unless(
      bytesOf(/client_max_body_size (\w+);/.exec(pages)?.[1] ?? '') < MAX_BODY,
      'the console takes any body',
    ),
    ...unless(String(toAll) === String(OPEN_PATHS), `everybody reaches ${String(toAll)}`),
    ...unless(/log_format company_data_paths '[^']*\$uri/.test(text), 'the log holds queries'),
    ...unless(/access_log \S+ company_data_paths;/.test(pages), 'the log of the console holds queries'),
    ...unless(!text.includes(byDefault('METRICS_PORT')), 'metrics are forwarded'),
  ];
}

/** Returns the faults of a Caddyfile, a sentence each. Caddy appends the client's address by itself. */
export function caddyFaults(text: string): string[] {
  const api = block(text, '\napi.example.co.uk');
  const pages = block(text, '\nconsole.example.co.uk');
  const upstream = (site: string): string => /reverse_proxy (\S+)/.exec(site)?.[1] ?? '';
  const open = /@operators_only \{\s+not path (.+)\n\s+not remote_ip .+\n/.exec(pages)?.[1]?.trim();
  return [
    ...unless(upstream(api) === API, `the API is not at ${API}`),
    ...unless(upstream(pages) === CONSOLE, `the console is not at ${CONSOLE}`),
    ...unless(block(text, '(to_service)').includes('flush_interval -1'), 'answers are buffered'),
    ...[api, pages].flatMap((site) => unless(site.includes('import to_service'), 'answers are buffered')),
    ...unless(!/header_up\s+-?X-Forwarded|trusted_proxies/.test(text), "a client's own address is believed"),
    ...unless(bytesOf(/max_size (\w+)/.exec(api)?.[1] ?? '') === MAX_BODY, 'bodies have another limit'),
    ...unless(bytesOf(/max_size (\w+)/.exec(pages)?.[1] ?? '') < MAX_BODY, 'the console takes any body'),
    ...unless(
      open === OPEN_PATHS.map((path) => path.replace(/\/$/, '/*')).join(' '),
      `everybody reaches ${open}`,
    ),
    ...unless(pages.includes('respond @operators_only 403'), 'everybody reaches the console'),
    ...unless(/request>uri regexp \\\?\.\* ""/.test(pages), 'the log holds queries'),
    ...unless(!text.includes(byDefault('METRICS_PORT')), 'metrics are forwarded'),
  ];
}

const valuesOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/**
 * Returns the faults of a unit that runs this program, a sentence each.
 * @param least the seconds that a stop needs
 */
export function unitFaults(unit: string, commands: readonly string[], least?: number): string[] {
  const settings = valuesOf(unit, 'Environment').map((line) => line.split('='));
  const known = [...SETTING_NAMES, 'NODE_ENV'];
  const programs = [...unit.matchAll(/\/opt\/company-data\/(\S+?)[ ;'"]/g)].map(([, file = '']) => file);
  const [command = ''] = /company-data\.js (\w+)/.exec(unit)?.slice(1) ?? [];
  const metricsPort = settings.find(([name]) => name === 'METRICS_PORT')?.[1] ?? byDefault('METRICS_PORT');
  return [
    ...settings.flatMap(([name = '']) => unless(known.includes(name), `${name} is no setting`)),
    ...programs.flatMap((file) => unless(existsSync(join(ROOT, file)), `${file} is not there`)),
    ...unless(commands.includes(command), `${command} is no command`),
    ...unless(valuesOf(unit, 'User').join() === 'company-data', 'it has another user'),
    ...unless(valuesOf(unit, 'WorkingDirectory').join() === '/etc/company-data', 'it reads other settings'),
    ...unless(
      command !== 'serve' ||
        settings.some(([name, value]) => name === 'CONSOLE_PORT' && value === byDefault('CONSOLE_PORT')),
      'the console may listen elsewhere than the proxy asks',
    ),
    ...unless(metricsPort === byDefault('METRICS_PORT'), 'the docs name another METRICS_PORT'),
    ...unless(valuesOf(unit, 'UMask').join() === '0077', 'other users can read what it writes'),
    ...(least === undefined
      ? []
      : unless(Number(valuesOf(unit, 'TimeoutStopSec').join()) >= least, 'a drain is cut')),
  ];
}
