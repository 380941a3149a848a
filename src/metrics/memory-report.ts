/** How much memory the process takes, and whether that is more than it is to. */

/** What is asked of the process, and what of it is too much. */
export interface MemoryWatch {
  readonly enabled: boolean;
  /** Resident memory that is warned of; 0: never. */
  readonly memoryWarnRssMib: number;
  readonly readMemory: () => NodeJS.MemoryUsage;
}

/** The reply about memory, as the API shows it. */
export interface MemoryReport {
  readonly enabled: boolean;
  readonly status: 'ok' | 'warning' | 'no_threshold';
  readonly message: string;
  readonly warn_rss_mib: number;
  readonly rss_mib: number;
  readonly process: Readonly<
    Record<
      | 'rss_bytes'
      | 'heap_total_bytes'
      | 'heap_used_bytes'
      | 'external_bytes'
      | 'array_buffers_bytes',
      number
    >
  >;
}

const bytesPerMib = 1024 * 1024;

/** Whether the process takes more than it is to; where nothing is warned of, it says so. */
export function reportMemory({ enabled, memoryWarnRssMib, readMemory }: MemoryWatch): MemoryReport {
  const usage = readMemory();
  const rssMib = Math.round((usage.rss / bytesPerMib) * 10) / 10;
  const above = memoryWarnRssMib > 0 && usage.rss > memoryWarnRssMib * bytesPerMib;
  const status = memoryWarnRssMib === 0 ? 'no_threshold' : above ? 'warning' : 'ok';
  const messages = {
    no_threshold: `${rssMib} MiB resident; route_observability_memory_warn_rss_mib is 0, so nothing is warned of.`,
    warning: `${rssMib} MiB resident is more than the ${memoryWarnRssMib} MiB of route_observability_memory_warn_rss_mib; restart the service when it keeps growing.`,
    ok: `${rssMib} MiB resident, below the ${memoryWarnRssMib} MiB that are warned of.`,
  };
  return {
    enabled,
    status,
    message: messages[status],
    warn_rss_mib: memoryWarnRssMib,
    rss_mib: rssMib,
    process: {
      rss_bytes: usage.rss,
      heap_total_bytes: usage.heapTotal,
      heap_used_bytes: usage.heapUsed,
      external_bytes: usage.external,
      array_buffers_bytes: usage.arrayBuffers,
    },
  };
}
