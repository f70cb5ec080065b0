/**
 * Names what each suite leaves running, and where it was begun: `LEFT_BEHIND=1 npx jest PATHS -w 1 --forceExit`. What still
 * holds the process after a suite keeps a worker of jest from ending, which then says that it "failed to exit gracefully".
 */
const { createHook } = require('node:async_hooks');
const { writeSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');
const { TestEnvironment } = require('jest-environment-node');

/** What can hold a process until it is closed; everything else ends with what it is part of. */
const HOLDS =
  /^(Timeout|Worker|MessagePort|Process|Pipe|TCP|TLS|UDP|FSEvent|StatWatcher|SignalWrap|HTTP2|QUIC)/;
/** Jest gives a worker half a second to end by itself. */
const PATIENCE_MS = 400;
const LOOK_MS = 100;

/** The lines of this repository that began it. */
const placesIn = (stack, root) =>
  stack
    .split('\n')
    .filter((line) => line.includes(`${root}/`) && !/node_modules|left-behind/.test(line))
    .slice(0, 3)
    .map((line) => line.trim().replace(/^at /, ''));

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.path = context.testPath;
    this.root = config.projectConfig.rootDir;
    this.held = new Map();
    this.hook = createHook({
      init: (id, type, _trigger, resource) => {
        if (HOLDS.test(type)) this.held.set(id, { type, resource, stack: new Error().stack ?? '' });
      },
      destroy: (id) => this.held.delete(id),
    }).enable();
  }

  left() {
    return [...this.held.values()].filter(
      ({ resource, stack }) => resource.hasRef?.() !== false && placesIn(stack, this.root).length > 0,
    );
  }

  async teardown() {
    await super.teardown();
    for (let waited = 0; this.left().length > 0 && waited < PATIENCE_MS; waited += LOOK_MS)
      await pause(LOOK_MS);
    this.hook.disable();
    for (const { type, stack } of this.left())
      writeSync(
        2,
        `LEFT BEHIND by ${this.path}: ${type}, begun at ${placesIn(stack, this.root).join(' < ')}\n`,
      );
  }
};
