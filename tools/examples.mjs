/**
 * Records the examples of the API reference anew from a running service, into
 * `src/http/openapi/examples.json`; `npm run docs` then puts them into the reference.
 */
import { localProgram, runCommand } from './command.mjs';

const test = 'test/conformance/openapi-examples.test.ts';
const { code, stdout, stderr } = await runCommand(
  localProgram('vitest'),
  ['run', '--project', 'service', '-t', 'hold no token', test],
  { env: { ORRERY_RENEW_EXAMPLES: '1' } },
);
process.stdout.write(
  code === 0 ? 'recorded the examples; now run: npm run docs\n' : `${stdout}${stderr}`,
);
process.exitCode = code;
