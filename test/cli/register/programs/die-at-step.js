/**
 * Loaded into a command before it starts (`--require`): before the step with this number (`DIE_AT`, from 1) the process is
 * killed, as `kill -9` or a power cut would. A step is a change of a file: a piece written, a file opened, moved or
 * removed, a statement that SQLite executes outside of its rows. A run that has fewer is killed as it ends: how many pieces
 * come over a network isn't the same twice. Without `DIE_AT` their count goes to the file `COUNT_TO`.
 */
const fs = require('node:fs');
const { Module } = require('node:module');
const { isMainThread } = require('node:worker_threads');

const dieAt = Number(process.env.DIE_AT);
let steps = 0;

function step() {
  steps += 1;
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL');
}

if (isMainThread) {
  for (const name of ['openSync', 'renameSync', 'rmSync', 'write', 'writeFileSync', 'writev']) {
    const change = fs[name];
    fs[name] = (...parts) => {
      step();
      return change(...parts);
    };
  }

  const load = Module._load;
  Module._load = (request, ...rest) => {
    const loaded = load(request, ...rest);
    if (request !== '@photostructure/sqlite') return loaded;
    class DatabaseSync extends loaded.DatabaseSync {
      exec(sql) {
        step();
        return super.exec(sql);
      }
    }
    return { ...loaded, DatabaseSync };
  };

  process.on('exit', () => {
    if (steps < dieAt) process.kill(process.pid, 'SIGKILL');
    if (process.env.COUNT_TO !== undefined) fs.appendFileSync(process.env.COUNT_TO, String(steps));
  });
}
