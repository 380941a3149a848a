/** A thread that runs threads of the program in itself, one after the other, each as if it were alone here. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { parentPort } from 'node:worker_threads';

// What an ES module imports of a module of Node is what that holds now.
const threads = createRequire(import.meta.url)('node:worker_threads');
let runs = 0;

parentPort.on('message', ({ url, workerData }) => {
  threads.workerData = workerData;
  syncBuiltinESMExports();
  workerData.port.once('close', () => parentPort.postMessage('over'));
  runs += 1;
  // Under a name of its own a module is run anew; what it throws ends the thread, as it would have.
  void import(`${url}?run=${runs}`);
});
