/**
 * Suites run one after another in the realm of jest's own process, not each in a realm of its own: what they load of the
 * product and of packages is then loaded once a process (`keeping-runtime.js`), and runs as fast as outside of jest.
 *
 * What a suite changes of the process is put back after it. A suite that replaces modules or Node's own timers has a
 * realm of its own: its first comment names jest's environment for Node. In the long run every suite has one.
 */
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Globals as they were before the first suite of this process; those that are not there yet stay. */
const GLOBALS = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
  ([, { configurable, value }]) => configurable && value !== undefined,
);

const SYMBOLS = new Set(Object.getOwnPropertySymbols(globalThis));
/** Under which jest keeps what it knows of a suite; undefined: symbols that each suite has to itself. */
const OF_THE_SUITE = new Set([
  undefined,
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

function restoreGlobals() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (!SYMBOLS.has(symbol) && OF_THE_SUITE.has(Symbol.keyFor(symbol))) delete globalThis[symbol];
  for (const [name, before] of GLOBALS)
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.value !== before.value)
      Object.defineProperty(globalThis, name, before);
}

/** What of the process a suite may change. @returns puts it back */
function keepProcess() {
  const { exit, exitCode } = process;
  const env = { ...process.env };
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!listeners.get(name)?.includes(listener)) process.off(name, listener);
    process.exit = exit;
    process.exitCode = exitCode;
  };
}

module.exports = class OneRealmEnvironment {
  /** For `keeping-runtime.js`. */
  isOneRealm = true;
  global = globalThis;

  constructor({ projectConfig }) {
    this.restoreProcess = keepProcess();
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.restoreProcess();
    restoreGlobals();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is no other realm; what asks for it is given this one by `keeping-runtime.js`. */
  getVmContext() {
    return null;
  }
};
