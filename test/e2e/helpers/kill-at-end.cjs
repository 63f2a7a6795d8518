// Loaded before wfmap: kills the process, as kill -9 does, as the end of the task KILL_TASK goes into a journal: before anything of it
// is written (KILL_WHEN=before), or once it is on the disk (KILL_WHEN=after). Without a task the ends of all are counted, and the
// KILL_ENDS-th is the one.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const task = process.env['KILL_TASK'];
let left = Number(process.env['KILL_ENDS'] ?? 1);
const isBefore = process.env['KILL_WHEN'] === 'before';
let isWritten = false;

function die() {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { writeSync, fdatasyncSync } = fs;
fs.writeSync = (file, data, ...rest) => {
  const lines = Buffer.from(data).toString().split('\n');
  const ends = lines.filter(
    (line) =>
      line.includes('"type":"task.finished"') && (task === undefined || JSON.parse(line).data.task === task),
  );
  left -= ends.length;
  const isEnd = ends.length > 0 && left <= 0;
  if (isEnd && isBefore) die();
  isWritten ||= isEnd;
  return writeSync(file, data, ...rest);
};
fs.fdatasyncSync = (file) => {
  fdatasyncSync(file);
  if (isWritten) die();
};
syncBuiltinESMExports();
