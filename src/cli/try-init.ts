/** Writing a configuration where the folder may be unusable: a reason, not an exception. */
import { type InitOptions, type InitResult, initConfig } from '../config/init.ts';

/** `initConfig`; what the file system refuses comes back as `reason`. */
export function tryInitConfig(options: InitOptions): InitResult {
  try {
    return initConfig(options);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return { ok: false, reason: `nothing can be written in ${options.dir}: ${error.message}` };
  }
}
