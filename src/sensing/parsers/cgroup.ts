/** Files of cgroup v2 (cgroups(7)) and of a process's own I/O (proc_pid_io(5)). */

/** Path in the v2 hierarchy from `/proc/<pid>/cgroup`; null when the process is in none. */
export function parseCgroupPath(text: string): string | null {
  const line = text.split('\n').find((each) => each.startsWith('0::/'));
  return line?.slice('0::'.length) ?? null;
}

/** One place where cgroup v2 can be seen. */
export interface CgroupMount {
  /** Which cgroup stands at the mount point, as a path of the hierarchy. */
  readonly root: string;
  readonly mountPoint: string;
}

/** The cgroup v2 mounts in `/proc/<pid>/mountinfo`, also those of a hybrid layout. */
export function parseCgroupMounts(text: string): CgroupMount[] {
  return text.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ');
    if (after === undefined || !after.startsWith('cgroup2 ')) return [];
    const [, , , root, mountPoint] = before!.split(' ');
    if (root === undefined || mountPoint === undefined) return [];
    return [{ root: unescapeOctal(root), mountPoint: unescapeOctal(mountPoint) }];
  });
}

/** Blanks and backslashes are written as `\040` and the like. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** CPU time used so far, microseconds, from `cpu.stat`; null when it is not told. */
export function parseCpuUsage(text: string): number | null {
  return toCount(/^usage_usec (\d+)$/m.exec(text)?.[1]);
}

/** Bytes moved between a process (or a cgroup) and storage so far. */
export interface IoBytes {
  readonly readBytes: number;
  readonly writtenBytes: number;
}

/** Sums of all devices in `io.stat`; an empty file means that nothing was moved. Null: malformed. */
export function parseCgroupIo(text: string): IoBytes | null {
  let readBytes = 0;
  let writtenBytes = 0;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const read = toCount(/ rbytes=(\d+)/.exec(line)?.[1]);
    const written = toCount(/ wbytes=(\d+)/.exec(line)?.[1]);
    // A device without statistics is listed by its number alone.
    if (read === null && written === null && /^\d+:\d+ *$/.test(line)) continue;
    if (read === null || written === null) return null;
    readBytes += read;
    writtenBytes += written;
  }
  return { readBytes, writtenBytes };
}

/** From `/proc/<pid>/io`; null when malformed. What reaped children moved is counted in. */
export function parseProcPidIo(text: string): IoBytes | null {
  const readBytes = toCount(/^read_bytes: (\d+)$/m.exec(text)?.[1]);
  const writtenBytes = toCount(/^write_bytes: (\d+)$/m.exec(text)?.[1]);
  return readBytes === null || writtenBytes === null ? null : { readBytes, writtenBytes };
}

function toCount(digits: string | undefined): number | null {
  const value = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
