/**
 * Jest's runtime, which keeps what does not change from one suite to the next. A file is read, looked up and compiled once a
 * process of jest. Where suites share one realm (`one-realm-environment.js`), modules of the product and of packages also
 * run once a process; a suite in a realm of its own runs every module anew.
 *
 * It reaches into `jest-runtime`, whose version is pinned with jest's: what is gone there fails at the first suite.
 */
require('./end-at-once.js');
const asyncHooks = require('node:async_hooks');
const { join } = require('node:path');
const { Script, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Scripts by file, each with the text that it was compiled of. */
const scripts = new Map();
/** What the transform made of a file: by kind of load and file. */
const transforms = new Map();
const sourceMaps = new Map();
/** Where a name led, by the resolver, which a project has one of. */
const resolutions = new WeakMap();
/** Modules that have run in the one realm, by the id of the project. */
const modules = new Map();
/** Of the suite that runs in the one realm: kept modules ask it for what they load late. */
let requireNow;

const ROOT = join(__dirname, '..', '..', '..');
/** Suites and what supports them run anew for each suite: they set up hooks as they load. */
const ANEW = /^\/(?:packages\/[^/]+\/)?test\/|\.spec\.ts$/;
const isKept = (path) => !ANEW.test(path.startsWith(ROOT) ? path.slice(ROOT.length) : path);

/** In a realm of its own what asks for modules while it runs must know its suite, so it is compiled for each. */
const IMPORTS = /\bimport\s*\(/;

function scriptOf(filename, source, parameters, options = {}) {
  const kept = scripts.get(filename);
  if (kept?.source === source) return kept.script;
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length, ...options });
  scripts.set(filename, { source, script });
  return script;
}

function keepScripts(executor, environment) {
  const compile = executor.compile.bind(executor);
  const parameters = executor.injectedModuleParameters;
  executor.compile = (source, filename) => {
    const context = environment.getVmContext();
    if (context === null || IMPORTS.test(source)) return compile(source, filename);
    try {
      return scriptOf(filename, source, parameters).runInContext(context);
    } catch {
      // What does not compile is judged, and named, by jest.
      return compile(source, filename);
    }
  };
}

/** In the one realm: what it imports while it runs is loaded by Node itself. */
function compileHere(executor) {
  const parameters = executor.injectedModuleParameters;
  executor.compile = (source, filename) => {
    const byNode = { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
    const options = IMPORTS.test(source) ? byNode : {};
    return scriptOf(filename, source, parameters, options).runInThisContext();
  };
}

function keepTransforms(cache) {
  const transform = cache.transform.bind(cache);
  // Of kept modules too, which this suite does not transform: stacks lead through them.
  for (const [filename, map] of sourceMaps) cache.sourceMaps.set(filename, map);
  cache.transform = (filename, options) => {
    const key = `${options?.isInternalModule === true}\0${filename}`;
    const kept = transforms.get(key) ?? {
      code: transform(filename, options),
      result: cache.transforms.get(filename),
    };
    transforms.set(key, kept);
    if (kept.result === undefined) return kept.code;
    cache.transforms.set(filename, kept.result);
    if (kept.result.sourceMapPath) {
      sourceMaps.set(filename, kept.result.sourceMapPath);
      cache.sourceMaps.set(filename, kept.result.sourceMapPath);
    }
    return kept.code;
  };
}

/**
 * What jest knows of the test that runs, in place of Node's storage: tests run one after another. That of Node follows every
 * promise of the suite, and of all suites after it, since jest never gives it up.
 */
class TestInTurn {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, callback) {
    const before = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = before;
    }
  }
}

/** Asks `look` for one place once. */
const once = (known, look) => (from, name) => {
  const key = `${from}\0${name}`;
  if (!known.has(key)) known.set(key, look(from, name));
  return known.get(key);
};

function keepResolutions(resolution) {
  const kept = resolutions.get(resolution.resolver) ?? { modules: new Map(), mapped: new Map() };
  resolutions.set(resolution.resolver, kept);
  resolution.cjsCache = kept.modules;
  resolution.resolveCjsStub = once(kept.mapped, resolution.resolveCjsStub.bind(resolution));
  resolution.clear = () => {
    resolution.esmCache.clear();
    resolution.manualMockCache.clear();
  };
}

module.exports = class KeepingRuntime extends Runtime {
  /** Modules of the one realm that have run: of this suite too, once it ends. */
  #kept;

  constructor(...given) {
    super(...given);
    const [{ id }, environment, , , , { collectCoverage }, , { watch, watchAll }] = given;
    const { isOneRealm } = environment;
    if (isOneRealm) compileHere(this.executor);
    // Files that change meanwhile are read again, and coverage counts each suite by itself.
    if (collectCoverage || watch || watchAll) return;
    if (!isOneRealm) keepScripts(this.executor, environment);
    keepTransforms(this.transformCache);
    keepResolutions(this._resolution);
    if (isOneRealm) this.#takeModules(id);
  }

  #takeModules(project) {
    this.#kept = modules.get(project) ?? new Map();
    modules.set(project, this.#kept);
    for (const [path, module] of this.#kept) this.registries.moduleRegistry.set(path, module);
    requireNow = (from, name) => this.requireModuleOrMock(from, name);
    this.requireBuilder.requireDispatch = (from, name) => requireNow(from, name);
  }

  requireInternalModule(from, to) {
    if (to === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: TestInTurn };
    return super.requireInternalModule(from, to);
  }

  teardown() {
    for (const [path, module] of this.#kept === undefined ? [] : this.registries.moduleRegistry)
      if (module.loaded && isKept(path)) this.#kept.set(path, module);
    super.teardown();
  }

  setMock(...given) {
    if (this.#kept !== undefined)
      throw new Error('A suite that replaces modules has a realm of its own: `@jest-environment node`.');
    super.setMock(...given);
  }
};
