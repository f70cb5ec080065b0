/**
 * Jest's runtime, which keeps what does not change from one suite to the next. Each suite still loads every module anew, in
 * a realm of its own; but a file is read, looked up and compiled once a process of jest, not once a suite.
 *
 * It reaches into `jest-runtime`, whose version is pinned with jest's: what is gone there fails at the first suite.
 */
require('./end-at-once.js');
const asyncHooks = require('node:async_hooks');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Scripts by file, each with the text that it was compiled of. */
const scripts = new Map();
/** What the transform made of a file: by kind of load and file. */
const transforms = new Map();
/** Where a name led, by the resolver, which a project has one of. */
const resolutions = new WeakMap();

/** A script that asks for modules while it runs must know its own suite, so it is compiled for each. */
const IMPORTS = /\bimport\s*\(/;

function scriptOf(filename, source, parameters) {
  const kept = scripts.get(filename);
  if (kept?.source === source) return kept.script;
  if (IMPORTS.test(source)) return null;
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { source, script });
  return script;
}

function keepScripts(executor, environment) {
  const compile = executor.compile.bind(executor);
  const parameters = executor.injectedModuleParameters;
  executor.compile = (source, filename) => {
    const context = environment.getVmContext();
    try {
      const script = context === null ? null : scriptOf(filename, source, parameters);
      return script === null ? compile(source, filename) : script.runInContext(context);
    } catch {
      // What does not compile is judged, and named, by jest.
      return compile(source, filename);
    }
  };
}

function keepTransforms(cache) {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    const key = `${options?.isInternalModule === true}\0${filename}`;
    const kept = transforms.get(key) ?? {
      code: transform(filename, options),
      result: cache.transforms.get(filename),
    };
    transforms.set(key, kept);
    if (kept.result !== undefined) cache.transforms.set(filename, kept.result);
    if (kept.result?.sourceMapPath) cache.sourceMaps.set(filename, kept.result.sourceMapPath);
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
  constructor(...given) {
    super(...given);
    const [, environment, , , , { collectCoverage }, , { watch, watchAll }] = given;
    // Files that change meanwhile are read again, and coverage counts each suite by itself.
    if (collectCoverage || watch || watchAll) return;
    keepScripts(this.executor, environment);
    keepTransforms(this.transformCache);
    keepResolutions(this._resolution);
  }

  requireInternalModule(from, to) {
    if (to === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: TestInTurn };
    return super.requireInternalModule(from, to);
  }
};
