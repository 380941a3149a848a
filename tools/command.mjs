/** Runs programs for the other tools and says which ones this machine has. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { copyPlainly } from './plain-text.mjs';
import { root } from './stale.mjs';

/** A colour forced from outside would still reach a file. */
const colourless = { NO_COLOR: '1', FORCE_COLOR: undefined };

/**
 * Runs `file` with `args` in the repository root, or in `cwd`, and resolves to its exit code and output. With
 * `inherit` the output goes where this program's does instead, without colours when that is no
 * terminal. A program that cannot be started has code 127.
 */
export function runCommand(file, args, { inherit = false, env = {}, cwd = root } = {}) {
  const isTerminal = inherit && process.stdout.isTTY === true;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...(isTerminal ? {} : colourless), ...env },
      stdio: isTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    const errors = [];
    if (inherit) {
      if (child.stdout !== null) copyPlainly(child.stdout, process.stdout);
      if (child.stderr !== null) copyPlainly(child.stderr, process.stderr);
    } else {
      child.stdout.on('data', (chunk) => chunks.push(chunk));
      child.stderr.on('data', (chunk) => errors.push(chunk));
    }
    child.on('error', (error) => resolve({ code: 127, stdout: '', stderr: error.message }));
    child.on('close', (code, signal) => {
      const stdout = Buffer.concat(chunks).toString('utf8');
      const stderr = Buffer.concat(errors).toString('utf8');
      resolve({
        code: code ?? 1,
        stdout,
        stderr: signal === null ? stderr : `${stderr}\nended by ${signal}`,
      });
    });
  });
}

/** Path of a program that a development dependency installs. */
export function localProgram(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** Debian keeps PostgreSQL's programs off everybody's PATH, a folder a version. */
function postgresFolders() {
  const above = '/usr/lib/postgresql';
  return existsSync(above) ? readdirSync(above).map((version) => join(above, version, 'bin')) : [];
}

/** Path of the first of `names` on the PATH, or undefined. */
export function findProgram(...names) {
  // Debian keeps sshd where only root's PATH looks.
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    ...postgresFolders(),
  ];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Left-aligned columns, two spaces apart. */
export function renderColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
