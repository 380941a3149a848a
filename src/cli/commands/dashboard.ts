/** `orrery dashboard`: opens the dashboard signed in, by a code that counts once. */
import { spawn } from 'node:child_process';
import { asText } from '../../lib/as-text.ts';
import { exitCodes, type RunCommand } from '../command.ts';
import { withConnection } from '../connection.ts';
import { wantsJson } from '../output/print.ts';
import type { Row } from '../output/rows.ts';

/** Prints the address, and has the system's browser open it unless `--print` is given. */
export const run: RunCommand = (input) =>
  withConnection(input, async ({ address, send }) => {
    const route = 'POST /control/api/v1/dashboard/codes';
    const { data: made } = await send<Row>({ route, body: {} });
    const url = `${address.baseUrl}${asText(made['path'])}`;
    if (wantsJson(input)) {
      input.io.out(JSON.stringify({ url, expires_at: made['expires_at'] }));
      return exitCodes.ok;
    }
    input.io.out(url);
    input.io.out('It signs one browser in within a minute.');
    if (input.options['print'] !== true) openInBrowser(url, input.io.env);
    return exitCodes.ok;
  });

/** Where there is no screen nothing is opened; a browser that cannot be started is no failure. */
export function openInBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const command = browserCommand(process.platform, env);
  if (command === null) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** The program that opens an address; null where nobody would see it. */
export function browserCommand(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer';
  const hasScreen = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => (name ?? '') !== '');
  return hasScreen ? 'xdg-open' : null;
}
