/** `orrery config check`: every problem of a configuration, and what this machine lacks for it. */
import { loadConfig } from '../../config/load.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { nearestExisting } from '../../lib/if-there.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { isAllowed } from '../file-access.ts';

/** `ok` for a configuration that can be used, perhaps with notices; `config` for any problem. */
export async function run({ args, options, io }: CommandInput): Promise<number> {
  const result = loadConfig({ env: io.env, cwd: io.cwd, file: args[0] });
  const notices = result.ok ? [...result.notices, ...machineNotices(result.config)] : [];
  if (options.json === true) {
    const problems = result.ok ? [] : result.problems;
    io.out(
      JSON.stringify({ ok: result.ok, path: result.ok ? result.path : null, problems, notices }),
    );
  } else if (result.ok) {
    io.out(`${result.path} is valid (role ${result.config.service.role})`);
    for (const notice of notices) io.out(`  note: ${notice}`);
  } else {
    io.err('The configuration cannot be used:');
    for (const { path, message } of result.problems) io.err(`  ${path}: ${message}`);
  }
  return result.ok ? exitCodes.ok : exitCodes.config;
}

/** What would go wrong later on this machine, though the file is valid. */
function machineNotices(config: OrreryConfig): string[] {
  const notices: string[] = [];
  const { dispatchScriptPath } = config.dispatch;
  if (dispatchScriptPath !== null && !isAllowed(dispatchScriptPath, 'run')) {
    notices.push(`dispatch_script_path: ${dispatchScriptPath} does not exist or cannot be run`);
  }
  const folders = { state_dir: config.service.stateDir, project_root: config.service.projectRoot };
  for (const [name, folder] of Object.entries(folders)) {
    const nearest = nearestExisting(folder);
    if (!isAllowed(nearest, 'write'))
      notices.push(`${name}: this account may not write to ${nearest}`);
  }
  return notices;
}
