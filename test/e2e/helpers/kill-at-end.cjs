// Loaded before wfmap: kills the process, as kill -9 does, as the end of the task KILL_TASK goes into a journal: before anything of it
// is written (KILL_WHEN=before), or once it is on the disk (KILL_WHEN=after).
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const task = process.env['KILL_TASK'];
const isBefore = process.env['KILL_WHEN'] === 'before';
let isWritten = false;

function die() {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { writeSync, fdatasyncSync } = fs;
fs.writeSync = (file, data, ...rest) => {
  const lines = Buffer.from(data).toString().split('\n');
  const isEnd = lines.some(
    (line) => line.includes('"type":"task.finished"') && JSON.parse(line).data.task === task,
  );
  if (isEnd && isBefore) die();
  isWritten ||= isEnd;
  return writeSync(file, data, ...rest);
};
fs.fdatasyncSync = (file) => {
  fdatasyncSync(file);
  if (isWritten) die();
};
syncBuiltinESMExports();
