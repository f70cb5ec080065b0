/** A service for the tests of hosting: says what it is given, and can fail in every way. */
const { serve } = require('../../../dist/packages/platform/src/threads/serve.js');
const { settle } = require('../../../dist/packages/platform/src/threads/one-by-one.js');

serve((settings, signal) => {
  if (settings.refuse) throw new TypeError(settings.refuse);
  const methods = {
    echo: (value) => ({ value }),
    bytes: (count) => {
      const value = new Uint8Array(count).fill(7);
      return { value, transfer: [value.buffer] };
    },
    fail: (message) => {
      throw new RangeError(message);
    },
    signal: (value) => {
      signal(value);
      return { value: null };
    },
    die: () => {
      setImmediate(() => {
        throw new Error('died');
      });
      return { value: null };
    },
    hang: () => {
      for (;;);
    },
    // Never returns: whoever waits is told only by the thread's end.
    exit: (code) => process.exit(code),
  };
  let steps = 0;
  return {
    next: (queue) => {
      const calls = queue.splice(0, queue.length);
      steps++;
      return calls.map((call) =>
        call.method === 'steps'
          ? { id: call.id, value: steps }
          : settle(call, (method, argument) => methods[method](argument)),
      );
    },
    close: () => signal('closing'),
  };
});
