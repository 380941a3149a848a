/** Finds a scenario by the name of a shipped one or by the path of a file. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { whyUnusable } from '../../lib/describe-error.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { parseScenario } from '../../worker-simulator/parse-scenario.ts';
import type { Scenario } from '../../worker-simulator/scenario.ts';
import { scenarioLimits } from '../../worker-simulator/scenario-values.ts';
import { exitCodes } from '../command.ts';
import { CommandFailure } from '../failure.ts';

/** Where the shipped scenarios are, below the package's root. */
const folderName = 'scenarios';
const extension = '.json';

/** Names of the shipped scenarios. */
export function shippedScenarios(packageRoot: string): readonly string[] {
  return readdirSync(join(packageRoot, folderName))
    .filter((file) => file.endsWith(extension))
    .map((file) => basename(file, extension))
    .sort();
}

/** Throws `CommandFailure` when there is no such scenario, `ServiceError` for what is wrong in it. */
export function loadScenario(
  asked: string,
  { cwd, packageRoot }: { readonly cwd: string; readonly packageRoot: string },
): Scenario {
  const isPath = asked.includes('/') || asked.endsWith(extension);
  const path = isPath ? resolve(cwd, asked) : join(packageRoot, folderName, `${asked}${extension}`);
  return parseScenario(readOrExplain(path, asked, packageRoot), asked);
}

function readOrExplain(path: string, asked: string, packageRoot: string): string {
  try {
    const { size } = statSync(path);
    if (size > scenarioLimits.fileBytesMax) {
      const limit = `${scenarioLimits.fileBytesMax} bytes`;
      throw new CommandFailure(exitCodes.usage, `${asked} has ${size} bytes, more than ${limit}`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const shipped = shippedScenarios(packageRoot);
    const near = nearestName(asked, shipped);
    const hint =
      near === undefined ? `shipped are ${shipped.join(', ')}` : `did you mean "${near}"?`;
    const what =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'there is no such scenario'
        : `it cannot be read: ${whyUnusable(error)}`;
    throw new CommandFailure(exitCodes.usage, `scenario ${asked}: ${what}; ${hint}`);
  }
}
