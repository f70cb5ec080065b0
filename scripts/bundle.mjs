/**
 * The last step of the build: puts the program, and each of its threads, into one file below `dist/bundled`,
 * runs each once, and keeps the code that V8 compiled of it. `dist/src` stays whole: what reads strangers'
 * bytes runs from it, and so does the program where `dist/bundled` is missing.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const DIST = resolve(import.meta.dirname, '..', 'dist');
const OUT = join(DIST, 'bundled');

const COMMANDS = 'src/cli';
const SERVING = [
  'src/serve',
  'src/serve-sandbox',
  'src/jobs/submit/intake-thread',
  'packages/platform/src/coordination/sqlite/coordination.thread',
  'packages/platform/src/event-store/sqlite/reader.thread',
  'packages/platform/src/event-store/sqlite/writer.thread',
  'packages/platform/src/read-models/sqlite/reader.thread',
  'packages/platform/src/read-models/sqlite/writer.thread',
  'packages/platform/src/readings/sqlite/readings.thread',
  'src/processes/threads/checker.thread',
  'src/processes/threads/console.thread',
  'src/processes/threads/projector.thread',
  'src/processes/threads/sync.thread',
  'src/processes/threads/worker.thread',
];
const PROGRAMS = new Set([COMMANDS, ...SERVING].map((name) => `${name}.js`));

/** Loaded from node_modules as they are: native, with files of their own, or in few programs and large. */
const AS_THEY_ARE = [
  '@eventstore/db-client',
  '@napi-rs/canvas',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@photostructure/sqlite',
  '@simplewebauthn/server',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'htmx.org',
  'mongodb',
  'pdfjs-dist',
  'pdfkit',
  'pino',
  'tesseract.js',
  'tesseract.js-core',
];
/** Asked for by Nest and class-validator where they are there, which they are not. */
const NEVER_THERE = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'class-transformer',
];

/**
 * A module finds its files beside itself: `__dist` is what the loader of the bundle hands it. And a program's
 * own "use strict" would hold for every package in its bundle.
 */
const ownModules = {
  name: 'own-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
      const place = relative(DIST, path);
      if (place.startsWith('..')) return undefined;
      const text = (await readFile(path, 'utf8')).replace(
        /\b__dirname\b/g,
        `(__dist + ${JSON.stringify(`/${dirname(place)}`)})`,
      );
      return { contents: PROGRAMS.has(place) ? text.replace(/^"use strict";/, '') : text };
    });
  },
};

/** Zod speaks some fifty languages, and this program one: each of the others is that one again. */
const inEnglish = {
  name: 'in-english',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]/ }, ({ path }) =>
      /^(?:en|index)\.cjs$/.test(basename(path))
        ? undefined
        : { contents: "module.exports = require('./en.cjs');" },
    );
  },
};

/** Nest looks for packages that are not there from where it lies: in a bundle that is the bundle. */
const nestInBundle = {
  name: 'nest-in-bundle',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@nestjs[/\\]common[/\\]utils[/\\]load-package\.util\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', '__filename'),
    }));
  },
};

/** `bin/company-data.js` starts `serve` and `sandbox` by programs of their own; others do without them. */
const withoutService = {
  name: 'without-service',
  setup({ onResolve }) {
    onResolve({ filter: /\/processes\/(?:serve|sandbox\/start-sandbox)\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

const bundleOf = (names, plugins) =>
  build({
    entryPoints: names.map((name) => ({ in: join(DIST, `${name}.js`), out: `${name}.bundle` })),
    outdir: OUT,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    charset: 'ascii',
    minifyWhitespace: true,
    // So that a place in a trace of the stack tells something.
    lineLimit: 160,
    legalComments: 'none',
    // The script of a bundle can't import: what is left outside of it is required, also where it is late.
    supported: { 'dynamic-import': false },
    // Ours would make every package strict.
    tsconfigRaw: '{}',
    // What a module is to Node, and the folder that `ownModules` needs.
    banner: { js: '(function(exports,require,module,__filename,__dirname,__dist){' },
    footer: { js: '})' },
    external: [...AS_THEY_ARE, ...NEVER_THERE].flatMap((name) => [name, `${name}/*`]),
    plugins: [ownModules, inEnglish, nestInBundle, ...plugins],
    logLevel: 'warning',
    // A package that finds its files by its own address has none in a bundle.
    logOverride: { 'empty-import-meta': 'error' },
  });

/** Of what esbuild leaves: expressions, which read an escape as what it stands for. */
const inAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function bundle() {
  rmSync(OUT, { recursive: true, force: true });
  const made = await Promise.all([bundleOf(SERVING, []), bundleOf([COMMANDS], [withoutService])]);
  for (const { path, text } of made.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inAscii(text));
  }
  for (const name of [COMMANDS, ...SERVING]) {
    const file = join(OUT, `${name}.js`);
    const loader = relative(dirname(file), join(DIST, 'packages/platform/src/program/load-bundle.js'));
    writeFileSync(file, `'use strict';\nrequire(${JSON.stringify(loader)}).loadBundle(__filename);\n`);
  }
}

const IN_BROWSER = 'packages/statement-check/src/browser';
const BUFFER = {
  name: 'buffer',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^own-buffer$/ }, () => ({ path: 'buffer', namespace: 'buffer' }));
    onLoad({ filter: /.*/, namespace: 'buffer' }, () => ({
      contents: "export { Buffer } from 'buffer/index.js'",
      resolveDir: DIST,
    }));
  },
};

/**
 * The checker of statements, for pages of the console, and the words for its figures: the same code, with its
 * hashes and buffers from packages.
 */
const bundleChecker = () =>
  build({
    stdin: {
      contents: [
        `export { checkEvidenceFiles, checkStatementBytes as checkStatement } from './${IN_BROWSER}/check-in-browser.js';`,
        "export { amountText, countText, moment, thousands } from './packages/words/src/text/formats.js';",
        "export { firstDayOf, lastDayOf } from './packages/words/src/month.js';",
      ].join('\n'),
      resolveDir: DIST,
    },
    outfile: join(DIST, 'src/console/assets/statement-check.mjs'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'eof',
    tsconfigRaw: '{}',
    alias: { 'node:crypto': join(DIST, IN_BROWSER, 'node-crypto.js') },
    inject: ['own-buffer'],
    plugins: [BUFFER],
    logLevel: 'warning',
  });

/** A build asks nobody's site. */
const NO_PUBLISHERS = Object.fromEntries(
  ['COMPANIES_HOUSE_FILES_URL', 'POSTCODES_URL', 'ENTITY_IDS_URL', 'PAY_GAP_URL', 'OPEN_CONTRACTING_URL'].map(
    (name) => [name, 'http://127.0.0.1:9'],
  ),
);

/** Runs what most starts run: V8 keeps what it compiled for it. */
async function keepCompiledCode() {
  const folder = mkdtempSync(join(tmpdir(), 'company-data-bundle-'));
  const settings = {
    PATH: process.env.PATH,
    KEEP_COMPILED_CODE: '1',
    DATA_DIR: folder,
    ROLES: 'api,worker,projector,console,sync',
    ...NO_PUBLISHERS,
    PORT: '0',
    CONSOLE_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  };
  const run = (name, ...words) =>
    spawn(process.execPath, [join(OUT, `${name}.js`), ...words], {
      env: settings,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  try {
    const service = run('src/serve', 'serve', '--json');
    service.stdout.once('data', () => service.kill('SIGTERM'));
    const sandbox = run('src/serve-sandbox', 'sandbox', '--port', '0', '--json');
    sandbox.stdout.once('data', () => sandbox.kill('SIGTERM'));
    const command = run(COMMANDS, '--help');
    command.stdout.resume();
    await Promise.all([ended(service), ended(sandbox), ended(command)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(child) {
  const code = await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
}

await Promise.all([bundle(), bundleChecker()]);
await keepCompiledCode();
