/** Stands in a reader's place and tries what no reader may: it answers, whatever it is asked, how each attempt ended. */
const { once } = require('node:events');
const fs = require('node:fs');
const { dirname } = require('node:path');
const { pathToFileURL } = require('node:url');
const net = require('node:net');

const codeOf = (error) => error.code ?? error.message;
async function ended(work) {
  try {
    await work();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
}

async function inThread(secret) {
  const { Worker } = require('node:worker_threads');
  const text = `require('node:worker_threads').parentPort.postMessage((() => {
    try { return require('node:fs').readFileSync(${JSON.stringify(secret)}, 'utf8') } catch (error) { return error.code }
  })())`;
  const worker = new Worker(text, { eval: true });
  const [found] = await once(worker, 'message');
  await worker.terminate();
  if (found === 'ERR_ACCESS_DENIED') throw Object.assign(new Error(found), { code: found });
}

async function connect(port) {
  const socket = net.connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  socket.destroy();
}

const denied = () => {
  throw Object.assign(new Error('denied'), { code: 'ERR_ACCESS_DENIED' });
};

/** The compiled file of SQLite's package, by its place. */
function databaseAddon() {
  const root = dirname(require.resolve('@photostructure/sqlite/package.json'));
  return `${root}/prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.glibc.node`;
}

async function loadsInThread(Worker) {
  const text = `const { parentPort } = require('node:worker_threads');
    try { process.dlopen({ exports: {} }, ${JSON.stringify(databaseAddon())}); parentPort.postMessage('done') }
    catch (error) { parentPort.postMessage(error.code ?? error.message) }`;
  const worker = new Worker(text, { eval: true, execArgv: [], env: { NODE_OPTIONS: '' } });
  const [found] = await once(worker, 'message');
  await worker.terminate();
  if (found !== 'done') throw Object.assign(new Error(found), { code: found });
}

/** The class of a thread by the ways that lead from what is exported to it. */
function classBehind(Worker) {
  const worker = new Worker('', { eval: true });
  const ways = [worker.constructor, Object.getPrototypeOf(worker).constructor, Worker.prototype.constructor];
  return ways.find((way) => way !== Worker) ?? Worker;
}

/** @param secret the path of a file; beside it is where something may be written. @param port where somebody listens */
async function pry(secret, port) {
  const around = `${dirname(__filename)}/../../..${'/..'.repeat(20)}${secret}`;
  const attempts = {
    'reads the file': () => fs.readFileSync(secret),
    'reads it by a detour': () => fs.readFileSync(around),
    'reads it by a buffer': () => fs.readFileSync(Buffer.from(secret)),
    'reads it by a URL': () => fs.promises.readFile(pathToFileURL(secret)),
    'reads it as a module': () => require(secret),
    'lists its folder': () => fs.readdirSync(dirname(secret)),
    'links it': () => fs.symlinkSync(secret, `${__dirname}/a-link`),
    'writes beside it': () => fs.writeFileSync(`${secret}.new`, ''),
    'removes it': () => fs.unlinkSync(secret),
    'opens it as a database': () => new (require('node:sqlite').DatabaseSync)(secret),
    'asks the binding': () => process.binding('fs'),
    'starts a program': () => require('node:child_process').execFileSync('true'),
    'starts itself anew': () => require('node:child_process').fork(__filename),
    'reads it in a thread': () => inThread(secret),
    'loads native code': () => process.dlopen({ exports: {} }, secret),
    'loads the code of a database': () => process.dlopen({ exports: {} }, databaseAddon()),
    'opens it through its package': () => new (require('@photostructure/sqlite').DatabaseSync)(secret),
    'loads it as the loader does': () => {
      const Module = require('node:module');
      Module._extensions['.node'](new Module('addon'), databaseAddon());
    },
    'loads it in a thread': () => loadsInThread(require('node:worker_threads').Worker),
    'finds the class of threads': () => loadsInThread(classBehind(require('node:worker_threads').Worker)),
    'finds what runs threads': () => {
      const worker = new (require('node:worker_threads').Worker)('', { eval: true });
      const handles = Object.getOwnPropertySymbols(worker).map((name) => worker[name]);
      const handle = handles.find((one) => typeof one?.startThread === 'function');
      if (typeof handle?.constructor !== 'function' || handle.constructor === Object) denied();
    },
    'poisons prototypes': () => {
      const { call, apply, bind } = Function.prototype;
      const { startsWith } = String.prototype;
      const caught = [];
      const catching = (was) =>
        function (...words) {
          if (typeof this === 'function') caught.push(this);
          return Reflect.apply(was, this, words);
        };
      Object.assign(Function.prototype, {
        call: catching(call),
        apply: catching(apply),
        bind: catching(bind),
      });
      String.prototype.startsWith = () => true;
      Object.prototype.execArgv = [];
      Object.prototype[databaseAddon()] = true;
      try {
        process.dlopen({ exports: {} }, databaseAddon());
      } finally {
        Object.assign(Function.prototype, { call, apply, bind });
        String.prototype.startsWith = startsWith;
        delete Object.prototype.execArgv;
        delete Object.prototype[databaseAddon()];
      }
    },
    'names a file of another kind': () => {
      let asked = 0;
      const drawing = require.resolve('@napi-rs/canvas');
      const name = { toString: () => ((asked += 1) === 1 ? drawing : databaseAddon()) };
      process.dlopen({ exports: {} }, name);
    },
    'is shown the class of threads': () => {
      const { Worker } = require('node:worker_threads');
      const inspect = require('node:util').inspect;
      const seen = [];
      Worker[inspect.custom] = function () {
        seen.push(this);
      };
      inspect(Worker, { showProxy: true });
      delete Worker[inspect.custom];
      return loadsInThread(seen.find((one) => one !== Worker) ?? Worker);
    },
    'watches resources': () =>
      require('node:async_hooks')
        .createHook({ init: () => undefined })
        .enable(),
    'puts it back': () => {
      delete process.dlopen;
      process.dlopen = () => undefined;
      process.dlopen({ exports: {} }, databaseAddon());
      denied();
    },
    'opens it from WebAssembly': () =>
      new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } }),
    'inspects itself': () => new (require('node:inspector').Session)().connect(),
    'finds a setting': () => {
      if (Object.keys(process.env).some((name) => name !== 'NODE_CHANNEL_FD')) return;
      throw Object.assign(new Error(), { code: 'nothing' });
    },
    'opens a socket': () => connect(port),
  };
  const found = {};
  for (const [what, attempt] of Object.entries(attempts)) found[what] = await ended(attempt);
  return found;
}

/** Where the secret is, in whatever a reader is asked. */
function placeIn(asked) {
  const [, secret, port] = /place:([^"]+?):(\d+)/.exec(JSON.stringify(asked)) ?? [];
  return [secret, Number(port)];
}

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  if (message.kind === 'begin') process.send({ kind: 'ready' });
  else if (message.kind === 'close') process.exit();
  else
    for (const { id, argument } of message.calls)
      process.send({ kind: 'settled', settled: [{ id, value: await pry(...placeIn(argument)) }] });
});
